/*
 * `#/history/<query>/<session>/<message>/<sub-agent>`, each part encoded and any of the later ones left out. The address is
 * the whole place, so it can be copied, kept and opened again.
 */
export type HistoryPlace = {
  readonly query: string;
  readonly session: string | null;
  /** The id of a message, or the uuid of one of its lines. */
  readonly message: string | null;
  readonly agent: string | null;
};

export function readPlace(rest: string): HistoryPlace {
  const [query = '', session = '', message = '', agent = ''] = rest.split('/').map(decoded);
  return { query, session: session || null, message: message || null, agent: agent || null };
}

export function placeRest({ query, session, message, agent }: HistoryPlace): string {
  const parts = [query, session ?? '', message ?? '', agent ?? ''].map(encodeURIComponent);
  while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts.join('/');
}

/** What can be sent to oneself: without what was searched for. */
export function placeLink(place: Omit<HistoryPlace, 'query'>): string {
  return `#/history/${placeRest({ ...place, query: '' })}`;
}

/** An address may be typed by hand: what cannot be decoded is text as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
