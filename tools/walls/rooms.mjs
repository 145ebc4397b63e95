import { posix } from 'node:path';

/** Rooms of `src-main` that are folders; every other folder there has no owner and is refused. */
const MAIN_ROOMS = new Set(['ports', 'adapters', 'services', 'surfaces', 'shell', 'compose', 'testing']);
const RENDERER_ROOMS = new Set(['app', 'bridge', 'features', 'ui', 'testing', 'public']);
const SHARED_ROOMS = new Set(['domain', 'contract']);
/** Files that stand alone in `src-main`; of these only `index.ts` may know the shell. */
const MAIN_FILES = new Map([
  ['compose.ts', 'compose'],
  ['cli.ts', 'compose'],
  ['version.ts', 'compose'],
  ['index.ts', 'index'],
]);
const TOP = new Set(['src-shared', 'src-main', 'src-preload', 'src-renderer', 'tools', 'e2e', 'bench']);

/**
 * Where a file lives: `{ top, room, part }`. `part` is the folder inside `adapters`, `services` and `features`, the
 * three rooms whose folders are walled off from each other. `room` is null when the folder is not in the plan.
 */
export function roomOf(path) {
  const [top, second, third] = path.split('/');
  if (!TOP.has(top)) return null;
  const part = third ?? null;
  if (top === 'src-shared') return { top, room: SHARED_ROOMS.has(second) ? second : null, part: null };
  if (top === 'src-main') return mainRoom(path, second, part);
  if (top === 'src-preload') return { top, room: 'preload', part: null };
  if (top === 'src-renderer') return rendererRoom(path, second, part);
  return { top, room: top, part: null };
}

function mainRoom(path, second, part) {
  const top = 'src-main';
  if (path.split('/').length === 2) {
    const name = second.replace(/\.test\.ts$/, '.ts');
    return { top, room: MAIN_FILES.get(withExtension(name)) ?? null, part: null };
  }
  if (!MAIN_ROOMS.has(second)) return { top, room: null, part: null };
  const isWalled = second === 'adapters' || second === 'services';
  return { top, room: second, part: isWalled ? part : null };
}

function rendererRoom(path, second, part) {
  const top = 'src-renderer';
  // Files beside the rooms (the entry and its page) belong to the app.
  if (path.split('/').length === 2) return { top, room: 'app', part: null };
  if (!RENDERER_ROOMS.has(second)) return { top, room: null, part: null };
  return { top, room: second, part: second === 'features' ? part : null };
}

function withExtension(name) {
  return /\.[a-z]+$/.test(name) ? name : `${name}.ts`;
}

/** Tests, and the rooms and files made for them alone. */
export function isTest(path) {
  return /\.test\.[a-z]+$/.test(path) || /(^|\/)(testing|testdata)\//.test(path);
}

/** What an import means: an outside package, a Node module, or a place in the house. */
export function targetOf(file, specifier) {
  const clean = specifier.replace(/[?#].*$/, '');
  if (clean.startsWith('node:')) return { kind: 'node', name: clean };
  const alias = /^@(domain|contract)(\/.*)?$/.exec(clean);
  if (alias) return inHouse(`src-shared/${alias[1]}${alias[2] ?? '/index'}`);
  if (clean.startsWith('.')) return inHouse(posix.normalize(posix.join(posix.dirname(file), clean)));
  if (clean.startsWith('/')) return { kind: 'absolute', name: clean };
  return { kind: 'package', name: packageName(clean) };
}

function inHouse(path) {
  return { kind: 'house', path, at: roomOf(path) };
}

function packageName(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
