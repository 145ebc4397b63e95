import type { BeadId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { type CaptureCommand, decideCaptures } from '@domain/session/capture-machine';
import { decideEdit, type Edit, type EditSource } from '@domain/session/edits';
import type { SessionError } from '@domain/session/errors';
import type { SessionFact } from '@domain/session/events';
import type { Session, SessionStats } from '@domain/session/record';
import type { TagChange } from '@domain/session/tags';
import type { CaptureState } from '@domain/session/values';
import type { Kernel } from './kernel';

type Edited = Promise<Result<Session, SessionError>>;
/** What is left out stays as it is; null takes it away. */
export type Annotation = {
  readonly title?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly changes: readonly TagChange[];
};

/** What people write on a session, and what is learnt about it. Every text is cleaned before it becomes a fact. */
export function createEditSession(kernel: Kernel) {
  const { queue, clean } = kernel;

  const change = (id: SessionId, decide: (session: Session) => Result<SessionFact[], SessionError>): Edited =>
    queue.inOrder(id, async () => {
      const changed = await kernel.change(id, decide);
      return changed.ok ? ok(changed.value.session) : changed;
    });
  const edit = (id: SessionId, what: Edit, source: EditSource = 'person'): Edited =>
    change(id, (session) => decideEdit(session, what, source));
  const withText = async (
    field: 'title' | 'objective' | 'notes',
    raw: string | null,
    use: (text: string | null) => Edited,
  ): Edited => {
    const text = clean.optional(field, raw);
    return text.ok ? use(text.value ?? null) : text;
  };

  return {
    edit,
    rename: (id: SessionId, title: string | null) =>
      withText('title', title, (text) => edit(id, { type: 'rename', title: text })),
    setObjective: (id: SessionId, objective: string | null) =>
      withText('objective', objective, (text) => edit(id, { type: 'set-objective', objective: text })),
    setNotes: (id: SessionId, notes: string | null) =>
      withText('notes', notes, (text) => edit(id, { type: 'set-notes', notes: text })),
    tag: (id: SessionId, { mode, tags }: TagChange) =>
      edit(id, { type: 'change-tags', change: { mode, tags: mode === 'remove' ? tags : clean.tags(tags) } }),
    async annotate(id: SessionId, { title, summary, changes }: Annotation): Edited {
      const cleaned: { title?: string | null; summary?: string | null } = {};
      for (const [field, raw] of [['title', title] as const, ['summary', summary] as const]) {
        if (raw === undefined) continue;
        const text = clean.optional(field, raw);
        if (!text.ok) return text;
        cleaned[field] = text.value ?? null;
      }
      return edit(id, {
        type: 'annotate',
        ...cleaned,
        changes: changes.map(({ mode, tags }) => ({
          mode,
          tags: mode === 'remove' ? tags : clean.tags(tags),
        })),
      });
    },
    /**
     * What a model wrote, into the record and `summary.md`. `before` is what it had written there; anything else is a person's,
     * and stays. False: there is no such record, or it has a person's words.
     */
    async noteSummary(id: SessionId, text: string, before: string | null): Promise<boolean> {
      const found = kernel.book.find(id);
      const written = found?.session.summary ?? null;
      if (found === null || (written !== null && written !== before)) return false;
      const cleaned = clean.optional('summary', text);
      if (!cleaned.ok || cleaned.value === undefined || cleaned.value === null) return false;
      const summary = cleaned.value;
      const noted = await edit(id, { type: 'annotate', summary, changes: [] });
      return noted.ok && (await found.store.writeSummary(id, `${summary}\n`)).ok;
    },
    linkBead: (id: SessionId, bead_id: BeadId) => edit(id, { type: 'link-bead', bead_id }),
    unlinkBead: (id: SessionId) => edit(id, { type: 'unlink-bead' }),
    async noteFiles(id: SessionId, files: readonly string[], source: EditSource = 'person'): Edited {
      const cleaned: string[] = [];
      for (const file of files) {
        const text = clean.text('file', file);
        if (!text.ok) return text;
        if (text.value === '')
          return err({ code: 'text-invalid', field: 'file', reason: 'empty', limit: 4096 });
        cleaned.push(text.value);
      }
      return edit(id, { type: 'note-files', files: cleaned }, source);
    },
    async noteCommits(
      id: SessionId,
      commits: readonly string[],
      source: EditSource = 'person',
      replaced: readonly string[] = [],
    ): Edited {
      for (const commit of commits)
        if (!/^[0-9a-f]{4,64}$/i.test(commit))
          return err({ code: 'text-invalid', field: 'commit', reason: 'bad-characters', limit: 64 });
      return edit(
        id,
        { type: 'note-commits', commits: commits.map((commit) => commit.toLowerCase()), replaced },
        source,
      );
    },
    /** What its transcript counts up to, of a session that no process of ours counts. */
    countStats: (id: SessionId, stats: SessionStats) => edit(id, { type: 'count-stats', stats }),
    focus: (id: SessionId) => edit(id, { type: 'focus' }),
    settleAttention: (id: SessionId) => edit(id, { type: 'settle-attention' }),
    /** All of these or none; `expected` is where the first may begin. */
    moveCapture: (
      id: SessionId,
      commands: readonly CaptureCommand[],
      expected?: readonly CaptureState[],
    ): Edited => change(id, (session) => decideCaptures(session, commands, expected)),
  };
}
