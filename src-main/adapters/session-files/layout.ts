import { join } from 'node:path';

export const INDEX_VERSION = 1;

/** The names inside a sessions folder; the replica has the same ones. */
export type Layout = {
  readonly folder: string;
  readonly journal: string;
  readonly audit: string;
  readonly index: string;
  readonly project: string;
  readonly ignore: string;
  readonly locks: string;
};

export function layoutOf(folder: string): Layout {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    journal: at('events.jsonl'),
    audit: at('audit.jsonl'),
    index: at('index.json'),
    project: at('project.json'),
    ignore: at('.gitignore'),
    locks: at('.locks'),
  };
}

export type SessionLayout = {
  readonly folder: string;
  readonly meta: string;
  readonly messages: string;
  readonly context: string;
  readonly summary: string;
};

export function sessionLayoutOf(folder: string, id: string): SessionLayout {
  const own = join(folder, id);
  return {
    folder: own,
    meta: join(own, 'meta.json'),
    messages: join(own, 'messages.jsonl'),
    context: join(own, 'context.json'),
    summary: join(own, 'summary.md'),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isSessionFolderName = (name: string): boolean => UUID.test(name);
