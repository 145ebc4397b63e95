import type { Row } from './thread.logic';
import { targetOf, verbOf } from './tool-words.logic';

const LONGEST = 600;

/**
 * What a screen reader says about rows that came: finished messages and finished tools, never words that still stream.
 * A row counts as finished when it is recorded.
 */
export function announcementOf(
  rows: readonly Row[],
  heard: ReadonlySet<string>,
  cwd: string,
): readonly [key: string, words: string][] {
  return rows.flatMap((row): [string, string][] => {
    if (row.type === 'say' && row.at !== null && !heard.has(row.key))
      return [[row.key, `Claude: ${row.text.slice(0, LONGEST)}`]];
    if (row.type !== 'tools') return [];
    return row.items.flatMap((item): [string, string][] =>
      item.call === null || heard.has(`tool ${item.id}`)
        ? []
        : [
            [
              `tool ${item.id}`,
              `${verbOf(item)} ${targetOf(item, cwd)}${item.call.success ? '' : ', failed'}`,
            ],
          ],
    );
  });
}
