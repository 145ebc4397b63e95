import type { Keeping } from '@domain/history/record';
import type { CopyRow } from '../../ports/catalog';
import type { ClaudeFiles } from '../../ports/transcripts';

const DAY_MS = 86_400_000;

/** For as many sessions as are shown at once: Claude's settings are looked at once, not for each of them. */
export type Keepings = () => (id: string, transcriptPath: string | null) => Keeping;

/** Where the transcript of a session can still be read. */
export function createKeepings(
  claude: Pick<ClaudeFiles, 'keepsDays' | 'timeOf'>,
  copies: ReadonlyMap<string, CopyRow>,
): Keepings {
  return () => {
    const keptMs = claude.keepsDays() * DAY_MS;
    return (id, transcriptPath) => {
      const copy = copies.get(id);
      const found = transcriptPath === null ? null : claude.timeOf(transcriptPath);
      return {
        has_file: found !== null,
        deletes_at:
          found === null || !found.isClaudes ? null : new Date(found.mtimeMs + keptMs).toISOString(),
        copy:
          copy === undefined
            ? null
            : {
                is_exact: copy.isExact,
                bytes: copy.bytes,
                stored_bytes: copy.storedBytes,
                kept_at: copy.keptAt,
              },
      };
    };
  };
}
