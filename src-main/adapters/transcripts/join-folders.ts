import type { TranscriptFolder } from '../../ports/transcripts';

/** Two places as one: what Claude wrote here, and what came in from elsewhere. Of two files of a session both are its own. */
export function joinFolders(first: TranscriptFolder, second: TranscriptFolder): TranscriptFolder {
  return {
    async discover(known) {
      const [a, b] = await Promise.all([first.discover(known), second.discover(known)]);
      return { files: [...a.files, ...b.files], failed: [...a.failed, ...b.failed] };
    },
    // A path says itself where it lies.
    look: (paths, known) => first.look(paths, known),
    watch(onChange) {
      const stops = [first.watch(onChange), second.watch(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
