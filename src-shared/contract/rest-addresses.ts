import type { z } from 'zod';
import { contract } from './index';
import type { AnyCommand, Contract } from './procedure';

export const API = '/api/v1';

export type RestMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type RestAddress = {
  /** `subject.entry`. */
  readonly name: string;
  readonly entry: AnyCommand;
  readonly method: RestMethod;
  /** Below `API`, with named parts in braces: those are fields of the input. */
  readonly path: string;
  /** 201 for what makes something. */
  readonly status: 200 | 201;
  /** A field of the input whose own fields stand in the query one by one. */
  readonly spread: string | null;
  /** What is meant when the query does not say. */
  readonly defaults: Readonly<Record<string, unknown>>;
};

type Exception = {
  readonly method?: RestMethod;
  readonly path?: string;
  readonly status?: 201;
  readonly spread?: string;
  readonly defaults?: Readonly<Record<string, unknown>>;
};

/**
 * The addresses people expect; every other entry that has the door gets one by the rule below. An entry that is named here
 * and has no such door does not become reachable by that.
 */
const exceptions: Readonly<Record<string, Exception>> = {
  'app.info': { path: '/app' },
  'audit.list': { path: '/audit/runs' },
  'audit.show': { path: '/audit/runs/{run_id}' },
  'beads.list': { path: '/beads', spread: 'filter' },
  'beads.ready': { spread: 'filter' },
  'beads.blocked': { spread: 'filter' },
  'beads.show': { path: '/beads/{id}' },
  'beads.create': { path: '/beads', status: 201 },
  'beads.update': { path: '/beads/{id}', method: 'PATCH' },
  'changes.list': { path: '/sessions/{id}/changes' },
  'history.list': { path: '/history' },
  'history.show': { path: '/history/{id}' },
  'history.summary': { path: '/history/{id}/summary' },
  'history.summarise': { path: '/history/{id}/summary', method: 'POST' },
  'history.search': { path: '/search' },
  'history.report': { path: '/reports/{by}' },
  'sessions.list': { path: '/sessions', defaults: { limit: 50 } },
  'sessions.show': { path: '/sessions/{id}' },
  'sessions.create': { path: '/sessions', status: 201 },
  'sessions.annotate': { path: '/sessions/{id}', method: 'PATCH' },
  'sessions.delete': { path: '/sessions/{id}', method: 'DELETE' },
  'sessions.messages': { path: '/sessions/{id}/transcript' },
  'sessions.chain': { path: '/sessions/{ref}/chain' },
  'worktrees.list': { path: '/worktrees' },
};

/** Every command and query with the door `rest`; its streams are topics of `/events`. */
export function restAddresses(of: Contract = contract): readonly RestAddress[] {
  return Object.entries(of).flatMap(([subject, entries]) =>
    Object.entries(entries).flatMap(([own, entry]): RestAddress[] => {
      if (entry.kind === 'stream' || !entry.doors.includes('rest')) return [];
      const name = `${subject}.${own}`;
      const { method, path, status = 200, spread = null, defaults = {} } = exceptions[name] ?? {};
      return [
        {
          name,
          entry,
          method: method ?? (entry.kind === 'query' ? 'GET' : 'POST'),
          path: path ?? pathFor(subject, own, entry),
          status,
          spread,
          defaults,
        },
      ];
    }),
  );
}

export type RestTopic = { readonly topic: string; readonly name: string };

/** What `/events` can tell: `sessions` is `sessions.watch`, and a second stream of a subject has a longer name. */
export function restTopics(of: Contract = contract): readonly RestTopic[] {
  return Object.entries(of).flatMap(([subject, entries]) =>
    Object.entries(entries).flatMap(([own, entry]) =>
      entry.kind === 'stream' && entry.doors.includes('rest')
        ? [{ topic: own === 'watch' ? subject : `${subject}-${kebab(own)}`, name: `${subject}.${own}` }]
        : [],
    ),
  );
}

/** About one thing: `/sessions/{id}/pause`; about many: `/sessions/count`. */
function pathFor(subject: string, own: string, entry: AnyCommand): string {
  const { shape } = entry.input as z.ZodObject;
  return 'id' in shape ? `/${subject}/{id}/${kebab(own)}` : `/${subject}/${kebab(own)}`;
}

function kebab(name: string): string {
  return name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
