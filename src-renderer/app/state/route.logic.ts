/** `#/board`, `#/history/<what the view makes of it>`. */
export type Route = { readonly view: string; readonly rest: string };

export function parseHash(hash: string): Route {
  const match = /^#\/([a-z][a-z0-9-]*)(?:\/(.*))?$/.exec(hash);
  return { view: match?.[1] ?? '', rest: match?.[2] ?? '' };
}

export function toHash({ view, rest }: Route): string {
  return rest === '' ? `#/${view}` : `#/${view}/${rest}`;
}

/** A link as it is copied here or elsewhere: which shell it came from does not matter. Null: it is none. */
export function readLink(text: string): Route | null {
  const match = /^(?:(?:https?|beads):\/\/\S*?)?(#\/\S+)$/.exec(text.trim());
  const route = parseHash(match?.[1] ?? '');
  return route.view === '' ? null : route;
}
