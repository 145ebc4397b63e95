import type { audit } from '@contract/audit';
import type { privacy } from '@contract/privacy';
import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { AuditVerdict } from '@domain/session/audit';
import type { SessionError } from '@domain/session/errors';
import type { PolicyEditor } from '../../ports/policy-editor';
import type { SessionsService, Where } from '../../services/sessions/sessions-service';
import type { HandlersOf } from '../router';
import type { OpenSessions } from './sessions-routes';

const where = (project: string | undefined): Where =>
  project === undefined ? 'everywhere' : { folder: project };

export function auditRoutes(
  open: OpenSessions,
  verify: (folders: readonly string[]) => AuditVerdict[],
): HandlersOf<typeof audit> {
  return {
    async list({ project, session, limit, offset }) {
      const service = await open();
      if (!service.ok) return service;
      const id = session === undefined ? ok(null) : await service.value.locate(project, session);
      if (!id.ok) return id;
      const page = await service.value.audit.list(where(project), id.value, { limit, offset });
      return page.ok ? ok({ ...page.value, runs: [...page.value.runs] }) : page;
    },
    async latest({ project, sessions }) {
      const service = await open();
      if (!service.ok) return service;
      const runs = await service.value.audit.latest(where(project), sessions);
      return runs.ok ? ok({ runs: runs.value }) : runs;
    },
    async show({ project, run_id }) {
      const service = await open();
      return service.ok ? service.value.audit.show(where(project), run_id) : service;
    },
    async verify({ project }) {
      const service = await open();
      if (!service.ok) return service;
      const folders = await service.value.audit.folders(where(project));
      return folders.ok ? ok({ logs: verify(folders.value) }) : folders;
    },
  };
}

/** Reads sessions of the history anew: one, those of a project, or all. Answers how many, and how many copies were rewritten. */
export type ReadAnew = (where: {
  project?: string | undefined;
  id?: SessionId | undefined;
}) => Promise<{ histories: number; copies: number }>;

export function privacyRoutes(
  open: OpenSessions,
  readAnew: ReadAnew,
  editor: PolicyEditor,
): HandlersOf<typeof privacy> {
  return {
    policy: async ({ project }) => ok(editor.read(project)),
    set_tier: ({ project, tool, tier }) => editor.set(project, tool, tier),
    async refilter({ project, id: ref, dry_run }) {
      const service = await open();
      if (!service.ok) return service;
      const ids = await chosen(service.value, project, ref);
      if (!ids.ok) return ids;
      const done = await service.value.refilter(ids.value, dry_run);
      if (!done.ok) return done;
      const { sessions, redactions, skipped } = done.value;
      const id = ref === undefined ? undefined : ids.value[0];
      const read = dry_run ? { histories: 0, copies: 0 } : await readAnew({ project, id });
      return ok({ sessions: [...sessions], redactions: [...redactions], skipped: [...skipped], ...read });
    },
    async check({ project, id: ref }) {
      const service = await open();
      if (!service.ok) return service;
      const id = await service.value.locate(project, ref);
      if (!id.ok) return id;
      const report = await service.value.checkPrivacy(id.value);
      if (!report.ok) return report;
      const { problems, ...rest } = report.value;
      return ok({
        ...rest,
        taken: [...rest.taken],
        would_take: [...rest.would_take],
        broken_files: problems.map(({ file, fault }) => ({ file, fault })),
      });
    },
  };
}

/** One session, or all of a place, those in the trash too. */
async function chosen(
  service: SessionsService,
  project: string | undefined,
  ref: string | undefined,
): Promise<Result<readonly SessionId[], SessionError>> {
  if (ref !== undefined) {
    const id = await service.locate(project, ref);
    return id.ok ? ok([id.value]) : id;
  }
  const ids: SessionId[] = [];
  for (let cursor: string | undefined; ; ) {
    const more = cursor === undefined ? {} : { cursor };
    const page = await service.list(where(project), { trash: 'with' }, { limit: 500, ...more });
    if (!page.ok) return page;
    ids.push(...page.value.sessions.map(({ id }) => id));
    if (page.value.next_cursor === null) return ok(ids);
    cursor = page.value.next_cursor;
  }
}
