import type { sessions } from '@contract/sessions';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { SessionPage } from '@domain/session/query';
import type { GitActivity } from '@domain/work/session-changes';
import type { ListRequest } from '../../services/sessions/list-elsewhere';
import type { PromptHelpService } from '../../services/sessions/prompt-help';
import type { SessionsService, Where } from '../../services/sessions/sessions-service';
import type { HandlersOf } from '../router';

/** How the routes come by the service: it opens the stores on first use, which a disk may refuse. */
export type OpenSessions = () => Promise<Result<SessionsService, SessionError>>;

/** What git knows of a session, ours or begun elsewhere. */
export type Activity = (
  project: string | undefined,
  ref: string,
) => Promise<Result<GitActivity, SessionError>>;

/** Our own sessions, and those begun elsewhere. */
export type ListAll = (
  service: SessionsService,
  request: ListRequest,
) => Promise<Result<SessionPage, SessionError>>;

export function sessionsRoutes(
  open: OpenSessions,
  help: PromptHelpService,
  activity: Activity,
  listAll: ListAll,
): HandlersOf<typeof sessions> {
  type Answer<T> = Promise<Result<T, SessionError>>;
  const ask = async <T>(work: (service: SessionsService) => Answer<T>): Answer<T> => {
    const service = await open();
    return service.ok ? work(service.value) : service;
  };
  /** Every entry about one session: its store is opened, its reference read, then the work is done. */
  const on = <T>(
    input: { project?: string | undefined; id: string },
    work: (service: SessionsService, id: SessionId) => Answer<T>,
  ): Answer<T> =>
    ask(async (service) => {
      const id = await service.locate(input.project, input.id);
      return id.ok ? work(service, id.value) : id;
    });
  const inFolder = <T>(
    input: { project?: string | undefined; id: string },
    work: (cwd: string, service: SessionsService, id: SessionId) => Answer<T>,
  ): Answer<T> =>
    on(input, async (service, id) => {
      const session = service.book.find(id)?.session;
      if (session === undefined) return err({ code: 'session-not-found', session_id: id });
      return work(session.worktree ?? session.cwd, service, id);
    });
  const where = (project: string | undefined): Where =>
    project === undefined ? 'everywhere' : { folder: project };

  return {
    list: ({ project, limit, offset, cursor, ...filter }) =>
      ask(async (service) => {
        const page = await listAll(service, { folder: project, filter, page: { limit, offset, cursor } });
        return page.ok ? ok({ ...page.value, sessions: [...page.value.sessions] }) : page;
      }),
    count: ({ project, ...filter }) => ask((service) => service.count(where(project), filter)),
    show: (input) =>
      on(input, async (service, id) => {
        const shown = await service.messages.show(id);
        return shown.ok ? ok({ ...shown.value, runs: [...shown.value.runs] }) : shown;
      }),
    chain: ({ project, ref }) =>
      ask(async (service) => {
        const chain = await service.chain(where(project), ref);
        return chain.ok ? ok({ sessions: [...chain.value] }) : chain;
      }),
    messages: (input) =>
      on(input, async (service, id) => {
        const page = await service.messages.page(id, input.cursor, input.limit);
        return page.ok ? ok({ ...page.value, messages: [...page.value.messages] }) : page;
      }),
    events: (input) =>
      on(input, async (service, id) => {
        const events = await service.messages.events(id);
        return events.ok ? ok({ events: [...events.value] }) : events;
      }),
    folder: (input) =>
      on(input, async (service, id) => {
        const found = service.book.find(id);
        if (found === null) return err({ code: 'session-not-found', session_id: id });
        return ok({ path: found.store.kind === 'project' ? found.store.root : found.session.cwd });
      }),
    git: ({ project, id }) => activity(project, id),
    export: (input) => on(input, (service, id) => service.messages.exportAs(id, input.format)),

    create: ({ project, ...facts }) => ask((service) => service.create({ folder: project, ...facts })),
    start: ({ project, id: ref, ...wish }) =>
      on({ project, id: ref }, (service, id) => service.start({ ...wish, id })),
    resume: ({ project, id: ref, ...wish }) =>
      on({ project, id: ref }, (service, id) => service.resume({ ...wish, id })),
    switchSeat: (input) => on(input, (service, id) => service.switchSeat(id, input.seat, input.interrupt)),
    pause: (input) => on(input, (service, id) => service.pause(id)),
    close: (input) => on(input, (service, id) => service.close(id, input.outcome)),
    handOff: ({ seed, title, agent_id, ...input }) =>
      on(input, (service, id) => service.handOff({ id, seed, title, agent_id })),

    rename: (input) => on(input, (service, id) => service.rename(id, input.title)),
    setObjective: (input) => on(input, (service, id) => service.setObjective(id, input.objective)),
    setNotes: (input) => on(input, (service, id) => service.setNotes(id, input.notes)),
    tag: ({ mode, tags, ...input }) => on(input, (service, id) => service.tag(id, { mode, tags })),
    annotate: ({ title, summary, tags, add_tags, remove_tags, ...input }) => {
      const given = [
        { mode: 'replace' as const, tags },
        { mode: 'add' as const, tags: add_tags },
        { mode: 'remove' as const, tags: remove_tags },
      ];
      const changes = given.flatMap(({ mode, tags: some }) =>
        some === undefined ? [] : [{ mode, tags: some }],
      );
      return on(input, (service, id) => service.annotate(id, { title, summary, changes }));
    },
    linkBead: (input) => on(input, (service, id) => service.linkBead(id, input.bead_id)),
    unlinkBead: (input) => on(input, (service, id) => service.unlinkBead(id)),
    noteFiles: (input) => on(input, (service, id) => service.noteFiles(id, input.files)),
    noteCommits: (input) => on(input, (service, id) => service.noteCommits(id, input.commits)),
    focus: (input) => on(input, (service, id) => service.focus(id)),
    settleAttention: (input) => on(input, (service, id) => service.settleAttention(id)),
    adopt: (input) => on(input, (service, id) => service.adopt(id, input.project)),

    delete: (input) => on(input, (service, id) => service.trash(id)),
    untrash: (input) => on(input, (service, id) => service.untrash(id)),
    purge: (input) => on(input, (service, id) => service.purge(id)),
    bulkDelete: ({ project, export_to, dry_run, ...filter }) =>
      ask(async (service) => {
        const done = await service.bulk({ folder: project, filter, export_to, dry_run });
        if (!done.ok) return done;
        const { sessions: gone, exported, skipped } = done.value;
        return ok({ sessions: [...gone], exported: [...exported], skipped: [...skipped] });
      }),

    watch: ({ project, unclosed }, after, deliver) =>
      ask((service) =>
        service.watch(unclosed ? 'unclosed' : where(project), after, (frame) =>
          deliver(
            frame.type === 'snapshot'
              ? { ...frame, value: { ...frame.value, sessions: [...frame.value.sessions] } }
              : frame,
          ),
        ),
      ),
    live: (input, after, deliver) =>
      on(input, async (service, id) => ok(service.talk.follow(id, after, deliver))),
    doing: (_input, after, deliver) => ask(async (service) => ok(service.talk.doing.follow(after, deliver))),
    waiting: (_input, after, deliver) =>
      ask(async (service) => ok(service.waiting.feed.follow(after, deliver))),
    stopWaiting: (input) => on(input, (service, id) => service.waiting.takeBack(id)),
    prompt: (input) => on(input, (service, id) => service.talk.prompt(id, input.text, input.images)),
    takeBackPrompt: (input) => on(input, (service, id) => service.talk.takeBack(id, input.prompt_id)),
    sendNow: (input) => on(input, (service, id) => service.talk.sendNow(id, input.prompt_id)),
    files: (input) => inFolder(input, async (cwd) => ok(await help.files(cwd, input.typed, input.limit))),
    picture: (input) =>
      inFolder(input, async (cwd, _service, id) =>
        ok({ picture: await help.pictures.read({ id, cwd }, input.message_id, input.index) }),
      ),
    toolCall: (input) =>
      ask(async (service) => {
        const id = await service.locate(input.project, input.id);
        // One that only the history knows is found by its id alone.
        const session = id.ok ? service.book.find(id.value)?.session : undefined;
        const where = { id: session?.id ?? input.id, cwd: session?.worktree ?? session?.cwd ?? '' };
        return ok({ call: await help.calls.read(where, input.call_id) });
      }),
    commands: (input) =>
      inFolder(input, async (cwd, service, id) =>
        ok(await help.commands(cwd, service.live.process(id)?.commands?.() ?? null)),
      ),
    interrupt: (input) => on(input, (service, id) => service.talk.interrupt(id)),
    answerPermission: (input) =>
      on(input, (service, id) => service.talk.answer(id, input.permission_id, input.answer)),

    watchNotices: (_input, after, deliver) =>
      ask(async (service) =>
        ok(
          service.book.notices.follow(after, (frame) =>
            deliver(
              frame.type === 'snapshot'
                ? { ...frame, value: { notices: frame.value.map((notice) => ({ ...notice })) } }
                : { ...frame, change: { ...frame.change } },
            ),
          ),
        ),
      ),
  };
}
