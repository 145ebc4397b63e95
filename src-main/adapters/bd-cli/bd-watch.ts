import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRawRecord } from '@domain/bead/read-bead';
import { BeadId } from '@domain/ids';
import type { TrackerChange } from '../../ports/bead-tracker';
import type { Timers } from '../../ports/timers';
import type { BdCaller } from './bd-call';
import type { BdDialect } from './bd-dialect';
import { parseJson } from './bd-output';
import { watchFingerprint } from './watch-fingerprint';

export type BdWatchDeps = {
  readonly bd: BdCaller;
  readonly beadsDir: string;
  readonly dialect: BdDialect;
  readonly isJournalOn: () => boolean;
  readonly timers: Timers;
};

/** A server is asked at this pace: with the journal what is new, without it everything. */
const SERVER_POLL_MS = 4_000;

export function createBdWatch(deps: BdWatchDeps): (tell: (change: TrackerChange) => void) => () => void {
  return (tell) => {
    const everything = () => tell({ type: 'changed', ids: null });
    const { dialect, beadsDir, timers } = deps;
    if (!dialect.isDolt) {
      const fingerprint = () => filesFingerprint(beadsDir);
      return watchFingerprint({ folders: [beadsDir], fingerprint, timers, onChange: everything });
    }
    const stores = embeddedStores(beadsDir);
    if (stores.length > 0) {
      const fingerprint = () => stores.map(manifestOf).join('\n');
      return watchFingerprint({ folders: stores, fingerprint, timers, onChange: everything });
    }
    return deps.isJournalOn() ? followJournal(deps, tell) : poll(timers, async () => everything());
  };
}

/** bd 1.x rewrites files of its store when it only reads; the root named in the manifest moves only with a write. */
function embeddedStores(beadsDir: string): string[] {
  const root = join(beadsDir, 'embeddeddolt');
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(root, entry.name, '.dolt', 'noms'))
      .filter((folder) => statOf(folder) !== '-');
  } catch {
    return [];
  }
}

function manifestOf(store: string): string {
  try {
    return readFileSync(join(store, 'manifest'), 'latin1').slice(0, 4096);
  } catch {
    return '-';
  }
}

function filesFingerprint(beadsDir: string): string {
  return ['issues.jsonl', 'beads.jsonl', 'beads.db', 'beads.db-wal']
    .map((name) => statOf(join(beadsDir, name)))
    .join(' ');
}

function statOf(path: string): string {
  try {
    const { size, mtimeMs, ino } = statSync(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '-';
  }
}

function poll(timers: Timers, look: () => Promise<void>): () => void {
  let isStopped = false;
  let cancel = () => {};
  const again = () => {
    cancel = timers.after(SERVER_POLL_MS, () => {
      void look().finally(() => {
        if (!isStopped) again();
      });
    });
  };
  again();
  return () => {
    isStopped = true;
    cancel();
  };
}

/*
 * The journal is read from a number on, again and again, rather than followed by a process of its own: 1.3.0 does not end such a
 * process with its parent.
 */
function followJournal({ bd, timers }: BdWatchDeps, tell: (change: TrackerChange) => void): () => void {
  let since: number | null = null;
  let isStopped = false;
  const stop = poll(timers, async () => {
    const isFirst = since === null;
    const answer = await bd.askLines({ args: ['events', 'tail', `--since=${since ?? 0}`] });
    if (isStopped) return;
    if (!answer.ok) {
      // Pruned past us, or failing: read everything, and take up the count anew.
      since = null;
      tell(
        answer.error.code === 'tracker-refused'
          ? { type: 'changed', ids: null }
          : { type: 'failed', error: answer.error },
      );
      return;
    }
    const { head, ids } = readJournal(answer.value);
    since = Math.max(since ?? 0, head);
    // What happened between the caller's reading and our first look is in nobody's count.
    if (isFirst) tell({ type: 'changed', ids: null });
    else if (ids.length > 0) tell({ type: 'changed', ids });
  });
  return () => {
    isStopped = true;
    stop();
  };
}

export function readJournal(text: string): { head: number; ids: BeadId[] } {
  const records = text
    .split('\n')
    .map(parseJson)
    .filter(isRawRecord)
    .filter((record) => typeof record['seq'] === 'number');
  const ids = records.map((record) => BeadId.safeParse(record['issue_id'])).filter((id) => id.success);
  const head = records.reduce((most, record) => Math.max(most, Number(record['seq'])), 0);
  return { head, ids: [...new Set(ids.map((id) => id.data))] };
}
