/*
 * Which shell `npm start` opens, and why, from facts alone.
 * 1. What was asked for.   2. No display: the browser.   3. An Electron that is there.
 * 4. As root: the browser, because Chromium's sandbox does not run as root; an Electron that was named by hand
 *    (ELECTRON_OVERRIDE_DIST_PATH, --shell electron) is used without its sandbox, and that is said.
 * 5. The official download.   6. The browser.
 */

/** What only the web shell understands: whoever writes one of these wants it. */
const SERVE_ONLY = ['--port', '--no-open', '--json'];

/** `npm start -- <args>`: the project, what was asked for, and the rest, which the web shell reads. */
export function readStartArguments(args) {
  const rest = [];
  let asked = null;
  let project = null;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    const [name, inline] = word.split(/=(.*)/s);
    if (name === '--shell') {
      const value = inline ?? args[++at];
      if (value !== 'electron' && value !== 'serve') return { problem: '--shell takes electron or serve' };
      asked = value;
    } else if (name === '--port') {
      rest.push('--port', inline ?? args[++at] ?? '');
    } else if (word.startsWith('-')) {
      rest.push(word);
    } else if (project === null) {
      project = word;
    } else {
      return { problem: `one project at a time, and "${word}" is a second one` };
    }
  }
  if (asked === null && rest.some((word) => SERVE_ONLY.includes(word))) asked = 'serve';
  return { asked, project, rest };
}

/**
 * `found` is what find-electron.mjs answers. `download` is null before it was tried, then why it failed.
 * Answers `{ step: 'electron' | 'download' | 'serve', why, switches }`.
 */
export function chooseShell({ asked, platform, hasDisplay, isRoot, found, hasPackage, download }) {
  const serve = (why) => ({ step: 'serve', why, switches: [] });
  if (asked === 'serve') return serve('as asked');
  if (platform === 'linux' && !hasDisplay)
    return serve('there is no display here (DISPLAY, WAYLAND_DISPLAY)');
  if (found?.source === 'missing') {
    return serve(`ELECTRON_OVERRIDE_DIST_PATH names ${found.dist}, where there is no Electron`);
  }
  const isNamedByHand = asked === 'electron' || found?.source === 'override';
  if (platform === 'linux' && isRoot && !isNamedByHand) {
    return serve('Electron’s sandbox does not run as root (npm start -- --shell electron goes without it)');
  }
  if (found) {
    const where = found.source === 'override' ? 'from ELECTRON_OVERRIDE_DIST_PATH' : 'the official package';
    return platform === 'linux' && isRoot
      ? {
          step: 'electron',
          why: `${where}, without its sandbox because this is root`,
          switches: ['--no-sandbox'],
        }
      : { step: 'electron', why: where, switches: [] };
  }
  if (!hasPackage) return serve('the electron package is not installed');
  if (download !== null) return serve(download);
  return { step: 'download', why: 'its program is not here yet', switches: [] };
}

export function hasDisplay(env) {
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function sayChoice({ step, why }) {
  switch (step) {
    case 'electron':
      return `Opening the desktop window: Electron, ${why}.`;
    case 'download':
      return `Fetching Electron: ${why}.`;
    default:
      return `Using the browser instead of Electron: ${why}.`;
  }
}
