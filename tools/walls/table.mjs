import { isTest } from './rooms.mjs';

/*
 * Who may import whom. `yes` are rooms whose values may be imported, `types` rooms of which only types may. Inside
 * `adapters`, `services` and `features` a folder sees itself; `doors` says how it enters a neighbour.
 */
const ANY_PACKAGE = () => true;
const ONLY_ZOD = (name) => name === 'zod';
const NODE_ALL = () => true;
// Computes on strings alone, so a use case may have it; everything else of Node is an outside thing and has a port.
const NODE_PATH = (name) => name === 'node:path';
const NONE = () => false;

const TABLE = {
  domain: { yes: ['domain'], types: [], packages: ONLY_ZOD, node: NONE },
  contract: { yes: ['domain', 'contract'], types: [], packages: ONLY_ZOD, node: NONE },
  ports: { yes: [], types: ['ports', 'domain'], packages: NONE, node: NONE },
  adapters: { yes: ['ports', 'domain'], types: [], packages: ANY_PACKAGE, node: NODE_ALL },
  services: { yes: ['ports', 'domain'], types: [], packages: ONLY_ZOD, node: NODE_PATH },
  surfaces: {
    yes: ['surfaces', 'contract', 'domain'],
    types: ['services', 'ports'],
    packages: ANY_PACKAGE,
    node: NODE_ALL,
  },
  shell: {
    yes: ['shell', 'surfaces', 'contract', 'domain'],
    types: ['services', 'ports'],
    packages: ANY_PACKAGE,
    node: NODE_ALL,
  },
  compose: {
    yes: ['compose', 'ports', 'adapters', 'services', 'surfaces', 'contract', 'domain'],
    types: [],
    packages: ANY_PACKAGE,
    node: NODE_ALL,
  },
  index: {
    yes: ['index', 'compose', 'shell', 'ports', 'adapters', 'services', 'surfaces', 'contract', 'domain'],
    types: [],
    packages: ANY_PACKAGE,
    node: NODE_ALL,
  },
  preload: {
    yes: ['preload'],
    types: ['contract', 'domain'],
    packages: (name) => name === 'electron',
    node: NONE,
  },
  ui: { yes: ['ui'], types: [], packages: ANY_PACKAGE, node: NONE },
  bridge: { yes: ['bridge', 'contract', 'domain'], types: [], packages: ANY_PACKAGE, node: NONE },
  features: {
    yes: ['ui', 'bridge', 'app', 'contract', 'domain'],
    types: [],
    packages: ANY_PACKAGE,
    node: NONE,
  },
  app: {
    yes: ['app', 'ui', 'bridge', 'features', 'contract', 'domain'],
    types: [],
    packages: ANY_PACKAGE,
    node: NONE,
  },
  // Served as it is, never bundled.
  public: { yes: [], types: [], packages: NONE, node: NONE },
  tools: { yes: ['tools'], types: [], packages: ANY_PACKAGE, node: NODE_ALL },
  e2e: { yes: ['e2e'], types: [], packages: ANY_PACKAGE, node: NODE_ALL },
  bench: { yes: ['bench', 'tools'], types: [], packages: ANY_PACKAGE, node: NODE_ALL },
};

/** Adapters every other adapter may stand on: they are how we touch a disk, and nothing else. */
const SHARED_ADAPTERS = new Set(['fs', 'locks']);
/** Names of the channels; the one thing of the contract that preload needs at run time. */
const CHANNELS = /^src-shared\/contract\/bridge-channel$/;
const TEST_PACKAGES = /^(vitest|fast-check|@vitest\/.*|@testing-library\/.*|@axe-core\/.*|axe-core|jsdom)$/;

/** Null when the import is allowed, else the sentence that says why not and the way out. */
export function refusal(file, from, target, isType) {
  if (target.kind === 'absolute') return 'an absolute path; import by name or relatively';
  if (target.kind === 'package' && target.name === 'electron') return electronRefusal(file, from);
  if (isTest(file)) return testRefusal(from, target);
  if (target.kind === 'package' && TEST_PACKAGES.test(target.name) && from.top.startsWith('src-'))
    return `\`${target.name}\` is for tests; move what needs it into a test or a testing room`;
  const row = TABLE[from.room];
  if (target.kind === 'package')
    return row.packages(target.name)
      ? null
      : `\`${from.room}\` may not use the package \`${target.name}\`; ${WAY_OUT}`;
  if (target.kind === 'node')
    return row.node(target.name) ? null : `\`${from.room}\` may not use \`${target.name}\`; ${WAY_OUT}`;
  return houseRefusal(from, target, isType, row);
}

const WAY_OUT = 'reach the outside through a port that an adapter fills';

function electronRefusal(file, from) {
  const isAllowed = from.room === 'shell' || from.room === 'preload' || file === 'src-main/index.ts';
  return isAllowed
    ? null
    : '`electron` lives in src-main/shell, src-main/index.ts and src-preload; hand in what you need';
}

/** A test may build what it proves out of the whole of its own process, never of another one. */
function testRefusal(from, target) {
  if (target.kind !== 'house') return null;
  if (!target.at) return null;
  if (target.at.top === from.top || target.at.top === 'src-shared') return null;
  if (from.top === 'tools' || from.top === 'bench') return null;
  return `a test of \`${from.top}\` may not reach into \`${target.at.top}\`; test it where it lives`;
}

function houseRefusal(from, target, isType, row) {
  const to = target.at;
  // A file outside the rooms (package.json, a stylesheet of a package): nothing to guard.
  if (!to)
    return from.room === 'domain' || from.room === 'contract' ? `leaves the pure rooms; ${WAY_OUT}` : null;
  if (to.room === null) return `\`${target.path}\` is in no room; move it into one that is in the plan`;
  if (to.room === 'testing')
    return 'the testing rooms are for tests alone; move what you need into a room of its own';
  if (to.room === from.room && to.part !== null) return neighbourRefusal(from, target, isType);
  if (to.room === 'features' && !isDoor(target.path))
    return `enter the feature \`${to.part}\` through its index.ts, and export there what you need`;
  if (from.room === 'bench' && isTest(target.path)) return null;
  if (row.yes.includes(to.room)) return null;
  if (row.types.includes(to.room) || (from.room === 'preload' && CHANNELS.test(target.path)))
    return isType || from.room === 'preload'
      ? preloadTypes(from, target, isType)
      : `\`${from.room}\` may take only types from \`${to.room}\`; use \`import type\` and have the thing handed in`;
  return `\`${from.room}\` may not import \`${to.room}\`; ${wayOut(from.room, to.room)}`;
}

function preloadTypes(from, target, isType) {
  if (isType || from.room !== 'preload' || CHANNELS.test(target.path)) return null;
  return '`preload` may take only types and channel names from `contract`; it carries, it does not understand';
}

function neighbourRefusal(from, target, isType) {
  const to = target.at;
  if (to.part === from.part) return null;
  if (from.room === 'features')
    return isDoor(target.path)
      ? null
      : `enter the feature \`${to.part}\` through its index.ts, and export there what you need`;
  if (from.room === 'adapters')
    return SHARED_ADAPTERS.has(to.part)
      ? null
      : `an adapter may not know the adapter \`${to.part}\`; take it as a port`;
  if (isType) return null;
  return `a service enters the service \`${to.part}\` by its interface only; use \`import type\` and have it handed in`;
}

function isDoor(path) {
  return /^src-renderer\/features\/[^/]+(\/index(\.tsx?)?)?$/.test(path);
}

function wayOut(from, to) {
  if (from === 'services' && to === 'adapters') return 'name what you need as a port and have it handed in';
  if (from === 'compose' && to === 'shell')
    return 'the app must also run without a window; only index.ts opens the shell';
  if (from === 'ui') return 'ui knows no bead: pass it what it shows';
  if (from === 'e2e') return 'drive the built app from outside';
  return 'the table in docs/architecture.md says who may import whom';
}
