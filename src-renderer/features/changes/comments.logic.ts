/** A line of a file: of the file as it was (`old`, for lines that are gone) or as it is now. */
export type LinePlace = {
  readonly path: string;
  readonly side: 'old' | 'new';
  readonly line: number;
  readonly code: string;
};

export type LineComment = LinePlace & { readonly id: string; readonly text: string };

const MOST_COMMENTS = 100;
const MOST_SESSIONS = 20;
const LONGEST_CODE = 200;

type Kept = Readonly<Record<string, readonly LineComment[]>>;

/** By session; whatever else stands there is left out. */
export function readComments(kept: unknown): Kept {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([session, list]) =>
      Array.isArray(list) ? [[session, list.filter(isComment)] as const] : [],
    ),
  );
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false;
  const { id, path, side, line, code, text } = value as Record<string, unknown>;
  return (
    [id, path, code, text].every((each) => typeof each === 'string') &&
    typeof line === 'number' &&
    (side === 'old' || side === 'new')
  );
}

/** The sessions commented on last are kept; of one that has none, nothing. */
export function keepComments(kept: Kept, session: string, comments: readonly LineComment[]): Kept {
  const others = Object.entries(kept).filter(([id]) => id !== session);
  const own: [string, readonly LineComment[]][] =
    comments.length === 0 ? [] : [[session, comments.slice(0, MOST_COMMENTS)]];
  return Object.fromEntries([...others, ...own].slice(-MOST_SESSIONS));
}

/** What Claude is told: file by file, each comment below the line it is about. */
export function commentsPrompt(comments: readonly LineComment[]): string {
  const paths = [...new Set(comments.map(({ path }) => path))];
  const parts = paths.flatMap((path) =>
    comments
      .filter((comment) => comment.path === path)
      .toSorted((a, b) => a.line - b.line)
      .map(({ side, line, code, text }) => {
        const where = side === 'old' ? `line ${line} before the change` : `line ${line}`;
        const said =
          code.trim() === '' ? '' : `\n> ${side === 'old' ? '-' : '+'} ${code.slice(0, LONGEST_CODE)}`;
        return `${path}, ${where}:${said}\n${text.trim()}`;
      }),
  );
  const first =
    comments.length === 1 ? 'A comment on your changes:' : `${comments.length} comments on your changes:`;
  return [first, ...parts].join('\n\n');
}
