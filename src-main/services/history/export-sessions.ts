import type { ExportFormat, ExportOptions } from '@domain/export/export-options';
import { exportFileName } from '@domain/export/session-sheet';
import { type WrittenSession, writeExport } from '@domain/export/write-export';
import type { HistorySession } from '@domain/history/record';
import type { SessionSummary } from '@domain/history/session-summary';
import type { SessionId } from '@domain/ids';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok } from '@domain/result';
import type { HistoryEngine } from './history-engine';
import type { Answer } from './history-service';
import type { OwnSession } from './own-session';

export type ExportWish = {
  readonly ids: readonly SessionId[];
  /** Every session of the chain this session belongs to, or that worked on this bead. */
  readonly chain?: string | undefined;
  readonly format: ExportFormat;
  readonly options: ExportOptions;
};
export type ExportedFile = {
  readonly name: string;
  readonly media_type: string;
  readonly text: string;
  readonly sessions: number;
  /** Their transcripts are gone: nothing of them is in the file. */
  readonly missing: SessionId[];
};

const MEDIA: Readonly<Record<ExportFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
};
/** One file over the wire and in a browser's memory. */
const MOST_CHARS = 64 * 1024 * 1024;

export type ExportDeps = {
  readonly engine: Pick<HistoryEngine, 'export'>;
  readonly show: (id: SessionId) => Answer<HistorySession>;
  readonly summary: (id: SessionId) => Answer<SessionSummary>;
  readonly ownSessions: () => Promise<readonly OwnSession[]>;
  readonly policyOf: (folder: string | null) => PrivacyPolicy;
  readonly asked: <T>(work: () => Promise<T>) => Answer<T>;
};

/** Sessions as one file, oldest first. */
export function createExport(deps: ExportDeps): (wish: ExportWish) => Answer<ExportedFile> {
  const chosen = async ({ ids, chain }: ExportWish): Promise<readonly SessionId[]> => {
    if (chain === undefined) return ids;
    const own = await deps.ownSessions();
    const chainId = own.find(({ id }) => id === chain)?.chain_id ?? null;
    const linked = own.filter(
      (session) =>
        !session.is_trashed &&
        (session.bead_id === chain || (chainId !== null && session.chain_id === chainId)),
    );
    const all = new Set([...ids, ...linked.map(({ id }) => id as SessionId)]);
    // A session that no store of ours knows is a chain of its own.
    if (all.size === 0) all.add(chain as SessionId);
    return [...all];
  };

  return async (wish) => {
    const ids = await deps.asked(() => chosen(wish));
    if (!ids.ok) return ids;
    const sessions: HistorySession[] = [];
    for (const id of ids.value) {
      const shown = await deps.show(id);
      if (shown.ok) sessions.push(shown.value);
      else if (shown.error.code !== 'session-not-found' || ids.value.length === 1) return shown;
    }
    sessions.sort((a, b) => (a.started_at ?? a.updated_at).localeCompare(b.started_at ?? b.updated_at));
    const written: WrittenSession[] = [];
    const missing: SessionId[] = [];
    let size = 0;
    for (const session of sessions) {
      const policy = deps.policyOf(session.cwd);
      const { format, options } = wish;
      const body = await deps.asked(() =>
        deps.engine.export({ id: session.id, policy, format, options, most: MOST_CHARS - size }),
      );
      if (!body.ok) return body;
      if (body.value === 'too-large') return err({ code: 'export-too-large', sessions: sessions.length });
      if (body.value === 'gone') missing.push(session.id);
      else {
        size += body.value.text.length;
        const summary = await deps.summary(session.id);
        if (!summary.ok) return summary;
        written.push({ session, summary: summary.value, body: body.value.text });
      }
    }
    if (written.length === 0) return err({ code: 'transcript-gone', id: missing[0] ?? wish.chain ?? '' });
    const title = written.length > 1 ? (wish.chain ?? `${written.length} sessions`) : null;
    return ok({
      name: exportFileName(
        written.map(({ session }) => session),
        wish.format,
        written.length > 1 ? (wish.chain ?? 'sessions') : null,
      ),
      media_type: MEDIA[wish.format],
      text: writeExport(wish.format, title, written),
      sessions: written.length,
      missing,
    });
  };
}
