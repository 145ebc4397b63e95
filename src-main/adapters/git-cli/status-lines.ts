import type { Dirt } from '@domain/git/repository';

const MOST_PATHS = 50;

export type Status = {
  /** Null: no commit yet. */
  readonly head: string | null;
  /** Null: detached. */
  readonly branch: string | null;
  readonly dirt: Dirt;
  /** Everything that is not committed, also the old name of what was renamed. */
  readonly paths: readonly string[];
  readonly untracked: readonly string[];
  readonly hasSubmoduleChange: boolean;
};

/** Reads `status --porcelain=v2 -z --branch`. `isCut`: the last record may be half of one. */
export function parseStatus(out: string, isCut: boolean): Status {
  const records = out.split('\0').slice(0, isCut ? -2 : -1);
  let head: string | null = null;
  let branch: string | null = null;
  let hasSubmoduleChange = false;
  const count = { staged: 0, changed: 0, untracked: 0, conflicted: 0 };
  const paths: string[] = [];
  const untracked: string[] = [];
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? '';
    const kind = record[0];
    if (record.startsWith('# branch.oid ')) head = record.slice(13) === '(initial)' ? null : record.slice(13);
    else if (record.startsWith('# branch.head '))
      branch = record.slice(14) === '(detached)' ? null : record.slice(14);
    else if (kind === '?') {
      count.untracked += 1;
      untracked.push(record.slice(2));
      paths.push(record.slice(2));
    } else if (kind === '1' || kind === '2') {
      if (record[2] !== '.') count.staged += 1;
      if (record[3] !== '.') count.changed += 1;
      if (record[5] === 'S') hasSubmoduleChange = true;
      // A rename has one field more, and its old name is a record of its own.
      paths.push(afterFields(record, kind === '1' ? 8 : 9));
      if (kind === '2') {
        at += 1;
        paths.push(records[at] ?? '');
      }
    } else if (kind === 'u') {
      count.conflicted += 1;
      paths.push(afterFields(record, 10));
    }
  }
  const dirt = { ...count, paths: paths.slice(0, MOST_PATHS), is_cut: isCut };
  return { head, branch, dirt, paths, untracked, hasSubmoduleChange };
}

function afterFields(record: string, fields: number): string {
  let at = 0;
  for (let field = 0; field < fields; field += 1) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}
