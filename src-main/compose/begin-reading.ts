import { setFlagsFromString } from 'node:v8';
import { beginThreadAhead, historyPlaces, historyWorkerFile } from './history-thread';
import { placesOf } from './places';

/**
 * For a command that reads the history: its threads begin, and look for files, while the command itself is still being
 * loaded, which takes as long. Nothing is opened or written: when the app turns out to be running, that is asked instead.
 */
export function beginReading(env: NodeJS.ProcessEnv): void {
  // It is over before most of what the optimiser makes would have paid.
  setFlagsFromString('--interrupt-budget=2000000');
  const file = historyWorkerFile();
  if (file !== null) beginThreadAhead(file, { ...historyPlaces(placesOf(env), env), isAwaited: true });
}
