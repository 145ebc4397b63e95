import { join } from 'node:path';
import { type BeadStatusInfo, BeadStatusName, StatusCategory } from '@domain/bead/change';
import { ok, type Result } from '@domain/result';
import { isMap, isScalar, parse, parseDocument } from 'yaml';
import type { FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { readTextIfThere } from '../fs/read-file';

/** What we read of bd's `config.yaml`. Dotted keys come flat (`status.custom: …`) and nested. */
export type BeadsConfig = {
  readonly prefix: string | null;
  readonly customStatuses: readonly BeadStatusInfo[];
  readonly customTypes: readonly string[];
  readonly isNoDb: boolean;
  /** The file 1.x exports to, where it is a plain name in the folder. */
  readonly exportName: string | null;
};

export const BUILT_IN_STATUSES: readonly BeadStatusInfo[] = (
  [
    ['open', 'active'],
    ['in_progress', 'wip'],
    ['blocked', 'wip'],
    ['hooked', 'wip'],
    ['deferred', 'frozen'],
    ['pinned', 'frozen'],
    ['closed', 'done'],
  ] as const
).map(([name, category]) => ({ name, category, built_in: true }));

/** Of every bd that writes such a file; a project may use others already, or name them in its configuration. */
export const BUILT_IN_TYPES: readonly string[] = [
  'bug',
  'feature',
  'task',
  'epic',
  'chore',
  'decision',
  'spike',
  'story',
  'milestone',
  'message',
  'molecule',
  'gate',
];

function valueAt(config: unknown, path: string): unknown {
  if (typeof config !== 'object' || config === null) return undefined;
  const entries = new Map(Object.entries(config));
  if (entries.has(path)) return entries.get(path);
  const dot = path.indexOf('.');
  return dot < 0 ? undefined : valueAt(entries.get(path.slice(0, dot)), path.slice(dot + 1));
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 20 });
  } catch {
    return null;
  }
}

export function readStatuses(value: unknown): readonly BeadStatusInfo[] {
  if (typeof value !== 'string') return [];
  return value.split(',').flatMap((part) => {
    const [name = '', category] = part.trim().split(':');
    const parsed = StatusCategory.safeParse(category ?? 'unspecified');
    return BeadStatusName.safeParse(name).success
      ? [{ name, category: parsed.success ? parsed.data : 'unspecified', built_in: false }]
      : [];
  });
}

const EXPORT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.jsonl$/;
const PREFIX = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** A file nobody can parse counts as empty: bd says so itself, and the beads are readable without it. */
export function readConfig(
  beadsDir: string,
  fs: FileSystem = nodeFileSystem,
): Result<BeadsConfig, FileError> {
  const layers: unknown[] = [];
  for (const name of ['config.local.yaml', 'config.yaml']) {
    const text = readTextIfThere(join(beadsDir, name), fs);
    if (!text.ok) return text;
    layers.push(text.value === null ? null : parseYaml(text.value));
  }
  const read = (path: string) =>
    layers.map((layer) => valueAt(layer, path)).find((value) => value !== undefined);
  const prefix = read('issue-prefix');
  const exported = read('export.path');
  return ok({
    prefix: typeof prefix === 'string' && PREFIX.test(prefix) ? prefix : null,
    customStatuses: readStatuses(read('status.custom')),
    customTypes: readStatuses(read('types.custom')).map(({ name }) => name),
    isNoDb: read('no-db') === true,
    exportName: typeof exported === 'string' && EXPORT_NAME.test(exported) ? exported : null,
  });
}

/** The text with `status.custom` set; everything else, comments too, stays as it is. */
export function withStatuses(
  text: string,
  statuses: readonly BeadStatusInfo[],
  hasCategories: boolean,
): string {
  const list = statuses
    .map(({ name, category }) => (hasCategories && category !== 'unspecified' ? `${name}:${category}` : name))
    .join(',');
  const line = `status.custom: "${list}"`;
  const document = parseDocument(text);
  const root = document.contents;
  const parent = isMap(root) ? root.get('status') : undefined;
  const node = isMap(root)
    ? (root.get('status.custom', true) ?? (isMap(parent) ? parent.get('custom', true) : undefined))
    : undefined;
  if (isScalar(node) && node.range)
    return `${text.slice(0, node.range[0])}"${list}"${text.slice(node.range[1])}`;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : eol;
  return `${text}${separator}${line}${eol}`;
}
