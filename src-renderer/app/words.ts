import type { DispatchError } from '@contract/procedure';
import type { ConnectionLost } from '../bridge/client';

/** What happened, what is safe, what to do next: in this order. `details` are for a report, behind "Details". */
export type Sentences = {
  readonly happened: string;
  readonly safe: string;
  readonly next: string;
  readonly details: string | null;
};

export type CommonError = DispatchError | ConnectionLost;

/** The cases every entry shares; a feature's own mapping ends here. */
export function commonSentences(error: { readonly code: string }): Sentences {
  const details = JSON.stringify(error, null, 2);
  switch (error.code as CommonError['code']) {
    case 'connection-lost':
      return 'was_sent' in error && error.was_sent === true
        ? {
            happened: 'The connection was lost before the answer came.',
            safe: 'It was asked once and is not repeated, so nothing happens twice.',
            next: 'Look whether it was done once the window is connected again.',
            details: null,
          }
        : {
            happened: 'The window is not connected.',
            safe: 'Nothing was sent and nothing was changed.',
            next: 'Try again when the connection is back.',
            details: null,
          };
    case 'invalid-input':
      return {
        happened: 'This cannot be used as it is.',
        safe: 'Nothing was changed.',
        next: 'Change it and try again.',
        details,
      };
    case 'unknown-entry':
    case 'door-closed':
      return {
        happened: 'The program does not know this request.',
        safe: 'Nothing was changed.',
        next: 'Reload the window: it may be older than the program.',
        details,
      };
    case 'demo-over':
      return {
        happened: 'The demo has ended.',
        safe: 'Nothing of yours was in it.',
        next: 'Reload the window to leave it.',
        details: null,
      };
    default:
      return {
        happened: 'Something went wrong inside Beads Console.',
        safe: 'Your files are as they were.',
        next: 'Try again; the log has the details under the number below.',
        details,
      };
  }
}

export function isCommonError(error: { readonly code: string }): error is CommonError {
  return [
    'unknown-entry',
    'door-closed',
    'invalid-input',
    'internal-error',
    'demo-over',
    'connection-lost',
  ].includes(error.code);
}

/** `~/code/tidewater` for a path below the home folder. */
export function shortPath(path: string, home: string): string {
  if (path === home) return '~';
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
