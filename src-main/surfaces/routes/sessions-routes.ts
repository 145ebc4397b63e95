import type { sessions } from '@contract/sessions';
import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { SessionsService, Where } from '../../services/sessions/sessions-service';
import type { HandlersOf } from '../router';

export function sessionsRoutes(service: SessionsService): HandlersOf<typeof sessions> {
  /** Every entry about one session: its store is opened, its reference read, then the work is done. */
  const on = async <T>(
    input: { project?: string | undefined; id: string },
    work: (id: SessionId) => Promise<Result<T, SessionError>>,
  ): Promise<Result<T, SessionError>> => {
    const id = await service.locate(input.project, input.id);
    return id.ok ? work(id.value) : id;
  };
  const where = (project: string | undefined): Where =>
    project === undefined ? 'everywhere' : { folder: project };

  return {
    async list({ project, limit, offset, cursor, ...filter }) {
      const page = await service.list(where(project), filter, { limit, offset, cursor });
      return page.ok ? ok({ ...page.value, sessions: [...page.value.sessions] }) : page;
    },
    count: ({ project, ...filter }) => service.count(where(project), filter),
    show: (input) =>
      on(input, async (id) => {
        const shown = await service.messages.show(id);
        return shown.ok ? ok({ ...shown.value, runs: [...shown.value.runs] }) : shown;
      }),
    async chain({ project, ref }) {
      const chain = await service.chain(where(project), ref);
      return chain.ok ? ok({ sessions: [...chain.value] }) : chain;
    },
    messages: (input) =>
      on(input, async (id) => {
        const page = await service.messages.page(id, input.cursor, input.limit);
        return page.ok ? ok({ ...page.value, messages: [...page.value.messages] }) : page;
      }),
    export: (input) => on(input, (id) => service.messages.exportAs(id, input.format)),

    create: ({ project, ...facts }) => service.create({ folder: project, ...facts }),
    start: ({ prompt, permission_mode, ...input }) =>
      on(input, (id) => service.start({ id, prompt, permission_mode })),
    resume: ({ prompt, permission_mode, ...input }) =>
      on(input, (id) => service.resume({ id, prompt, permission_mode })),
    pause: (input) => on(input, (id) => service.pause(id)),
    close: (input) => on(input, (id) => service.close(id, input.outcome)),
    handOff: (input) => on(input, (id) => service.handOff({ id, seed: input.seed, title: input.title })),

    rename: (input) => on(input, (id) => service.rename(id, input.title)),
    setObjective: (input) => on(input, (id) => service.setObjective(id, input.objective)),
    setNotes: (input) => on(input, (id) => service.setNotes(id, input.notes)),
    tag: (input) => on(input, (id) => service.tag(id, { mode: input.mode, tags: input.tags })),
    linkBead: (input) => on(input, (id) => service.linkBead(id, input.bead_id)),
    unlinkBead: (input) => on(input, (id) => service.unlinkBead(id)),
    noteFiles: (input) => on(input, (id) => service.noteFiles(id, input.files)),
    noteCommits: (input) => on(input, (id) => service.noteCommits(id, input.commits)),
    focus: (input) => on(input, (id) => service.focus(id)),
    settleAttention: (input) => on(input, (id) => service.settleAttention(id)),
    adopt: (input) => on(input, (id) => service.adopt(id, input.project)),

    delete: (input) => on(input, (id) => service.trash(id)),
    untrash: (input) => on(input, (id) => service.untrash(id)),
    purge: (input) => on(input, (id) => service.purge(id)),
    async bulkDelete({ project, export_to, dry_run, ...filter }) {
      const done = await service.bulk({ folder: project, filter, export_to, dry_run });
      if (!done.ok) return done;
      const { sessions: gone, exported, skipped } = done.value;
      return ok({ sessions: [...gone], exported: [...exported], skipped: [...skipped] });
    },

    watch: ({ project }, after, deliver) =>
      service.watch(where(project), after, (frame) =>
        deliver(
          frame.type === 'snapshot'
            ? { ...frame, value: { ...frame.value, sessions: [...frame.value.sessions] } }
            : frame,
        ),
      ),
    notices: async () => ok({ notices: service.notices().map((notice) => ({ ...notice })) }),
  };
}
