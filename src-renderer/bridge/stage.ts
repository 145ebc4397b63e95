/** Which program this tab shows: the one itself, or the demo it hosts. A reload stays where it is. */
const KEY = 'beads-console.app';

export function stageOf(storage: Storage): 'demo' | undefined {
  return storage.getItem(KEY) === 'demo' ? 'demo' : undefined;
}

/** Everything the window knows belongs to the other program: it begins anew. */
export function enterStage(page: Window, app: 'demo' | undefined): void {
  // The token stays: both are behind the same door.
  page.sessionStorage.removeItem('beads-console.project');
  if (app === undefined) page.sessionStorage.removeItem(KEY);
  else page.sessionStorage.setItem(KEY, app);
  page.history.replaceState(null, '', page.location.pathname);
  page.location.reload();
}
