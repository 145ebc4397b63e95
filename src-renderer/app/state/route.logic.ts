/** `#/board`, `#/history/<what the view makes of it>`. */
export type Route = { readonly view: string; readonly rest: string };

export function parseHash(hash: string): Route {
  const match = /^#\/([a-z][a-z0-9-]*)(?:\/(.*))?$/.exec(hash);
  return { view: match?.[1] ?? '', rest: match?.[2] ?? '' };
}

export function toHash({ view, rest }: Route): string {
  return rest === '' ? `#/${view}` : `#/${view}/${rest}`;
}
