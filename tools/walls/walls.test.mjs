import { describe, expect, it } from 'vitest';
import { checkWalls } from './check-walls.mjs';

const check = (path, text) => checkWalls([{ path, text }], []);

/** One bad file per rule: [what it breaks, rule, path, text, line]. */
const BAD = [
  [
    'a pure room that asks the clock',
    'pure',
    'src-shared/domain/age.ts',
    'export const a = () => Date.now();',
    1,
  ],
  [
    'a pure room that asks the clock by index',
    'pure',
    'src-shared/domain/age.ts',
    "const n = Date['now']();",
    1,
  ],
  [
    'a pure room that makes the present',
    'pure',
    'src-shared/domain/age.ts',
    '\nexport const a = new Date();',
    2,
  ],
  ['a pure room that takes the clock apart', 'pure', 'src-shared/contract/x.ts', 'const { now } = Date;', 1],
  ['a pure room that throws dice', 'pure', 'src-shared/domain/dice.ts', 'export const d = Math.random();', 1],
  ['a pure room that measures', 'pure', 'src-shared/domain/t.ts', 'export const t = performance.now();', 1],
  ['a way round through globalThis', 'pure', 'src-shared/domain/t.ts', 'export const t = globalThis;', 1],
  [
    'domain that imports the contract',
    'import',
    'src-shared/domain/x.ts',
    "import { app } from '@contract/app';",
    1,
  ],
  ['domain that imports Node', 'import', 'src-shared/domain/x.ts', "import { join } from 'node:path';", 1],
  ['domain that imports a package', 'import', 'src-shared/domain/x.ts', "import { parse } from 'yaml';", 1],
  [
    'domain that imports a type of main',
    'import',
    'src-shared/domain/x.ts',
    "import type { G } from '../../src-main/ports/git';",
    1,
  ],
  [
    'contract that names a port',
    'import',
    'src-shared/contract/x.ts',
    "export type G = import('../../src-main/ports/git').G;",
    1,
  ],
  [
    'a port with Node in it',
    'import',
    'src-main/ports/pty.ts',
    "import type { Readable } from 'node:stream';",
    1,
  ],
  [
    'a port that imports a value',
    'import',
    'src-main/ports/pty.ts',
    "import { ok } from '@domain/result';",
    1,
  ],
  [
    'an adapter that knows another',
    'import',
    'src-main/adapters/bd-cli/bd.ts',
    "import { g } from '../git-cli/git';",
    1,
  ],
  [
    'an adapter that knows a service',
    'import',
    'src-main/adapters/bd-cli/bd.ts',
    "import type { S } from '../../services/beads/s';",
    1,
  ],
  [
    'a service that knows an adapter',
    'import',
    'src-main/services/beads/list.ts',
    "import { w } from '../../adapters/fs/write-file';",
    1,
  ],
  [
    'a service that knows only the type of an adapter',
    'import',
    'src-main/services/beads/list.ts',
    "import type { W } from '../../adapters/fs/write-file';",
    1,
  ],
  [
    'a service that touches the disk',
    'import',
    'src-main/services/beads/list.ts',
    "import { readFile } from 'node:fs/promises';",
    1,
  ],
  [
    'a service that builds another',
    'import',
    'src-main/services/beads/list.ts',
    "import { createS } from '../sessions/service';",
    1,
  ],
  [
    'a service that knows the contract',
    'import',
    'src-main/services/beads/list.ts',
    "import type { A } from '@contract/app';",
    1,
  ],
  [
    'a surface that knows an adapter',
    'import',
    'src-main/surfaces/ws.ts',
    "const g = await import('../adapters/git-cli/git');",
    1,
  ],
  [
    'a surface that builds a service',
    'import',
    'src-main/surfaces/ws.ts',
    "export { createS } from '../services/beads/s';",
    1,
  ],
  [
    'compose that opens a window',
    'import',
    'src-main/compose.ts',
    "import { openWindow } from './shell/window';",
    1,
  ],
  [
    'the command line that opens a window',
    'import',
    'src-main/cli.ts',
    "import { openWindow } from './shell/window';",
    1,
  ],
  [
    'code that imports the testing room',
    'import',
    'src-main/services/beads/list.ts',
    "import { t } from '../../testing/temp-dir';",
    1,
  ],
  [
    'code that imports the test runner',
    'import',
    'src-main/adapters/fs/a.ts',
    "import { vi } from 'vitest';",
    1,
  ],
  [
    'main that knows the renderer',
    'import',
    'src-main/surfaces/ws.ts',
    "import { App } from '../../src-renderer/app/App';",
    1,
  ],
  [
    'preload that takes the contract with it',
    'import',
    'src-preload/index.ts',
    "import { app } from '@contract/app';",
    1,
  ],
  [
    'the renderer with Node in it',
    'import',
    'src-renderer/app/App.tsx',
    "import { join } from 'node:path';",
    1,
  ],
  [
    'the renderer that knows main',
    'import',
    'src-renderer/bridge/client.ts',
    "import type { D } from '../../src-main/surfaces/dispatch';",
    1,
  ],
  [
    'a feature that climbs through a window',
    'import',
    'src-renderer/features/board/Board.tsx',
    "import { S } from '../sessions/SessionCard';",
    1,
  ],
  [
    'the app that climbs through a window',
    'import',
    'src-renderer/app/App.tsx',
    "import { B } from '../features/board/Board';",
    1,
  ],
  [
    'ui that has heard of a bead',
    'import',
    'src-renderer/ui/Card.tsx',
    "import type { Bead } from '@domain/bead/record';",
    1,
  ],
  [
    'ui that knows a feature',
    'import',
    'src-renderer/ui/Card.tsx',
    "import { B } from '../features/board';",
    1,
  ],
  [
    'the bridge that knows the app',
    'import',
    'src-renderer/bridge/client.ts',
    "import { App } from '../app/App';",
    1,
  ],
  ['a journey that imports source', 'import', 'e2e/open.spec.ts', "import { ok } from '@domain/result';", 1],
  [
    'a test that reaches into another process',
    'import',
    'src-renderer/app/app.test.ts',
    "import { c } from '../../src-main/compose';",
    1,
  ],
  [
    'require in place of import',
    'import',
    'src-main/services/beads/list.ts',
    "const fs = require('node:fs');",
    1,
  ],
  [
    'import equals in place of import',
    'import',
    'src-main/services/beads/list.ts',
    "import fs = require('node:fs');",
    1,
  ],
  ['electron in a surface', 'electron', 'src-main/surfaces/ipc.ts', "import { ipcMain } from 'electron';", 1],
  [
    'the type of electron in a service',
    'electron',
    'src-main/services/a/b.ts',
    "import type { App } from 'electron';",
    1,
  ],
  ['electron in compose', 'electron', 'src-main/compose.ts', "import { app } from 'electron/main';", 1],
  ['electron in a test', 'electron', 'src-main/surfaces/ipc.test.ts', "import { app } from 'electron';", 1],
  [
    'a name known only at run time',
    'dynamic-import',
    'src-main/surfaces/ws.ts',
    'export const l = (n: string) => import(n);',
    1,
  ],
  ['a mocked module', 'module-mock', 'src-main/services/a/b.test.ts', "vi.mock('./c');", 1],
  ['a room nobody planned', 'room', 'src-main/managers/a.ts', 'export {};', 1],
  ['a third room in src-shared', 'room', 'src-shared/types/a.ts', 'export {};', 1],
  ['a loose file in src-main', 'room', 'src-main/server.ts', 'export {};', 1],
  ['a folder called common', 'owner', 'src-main/services/common/a.ts', 'export {};', 1],
  ['a folder called utils', 'owner', 'src-renderer/features/board/utils/a.ts', 'export {};', 1],
  ['a folder called helpers', 'owner', 'src-shared/domain/helpers/a.ts', 'export {};', 1],
  ['a file called utils', 'owner', 'src-shared/domain/transcript-utils.ts', 'export {};', 1],
  ['a file in camel case', 'name', 'src-main/services/a/listBeads.ts', 'export {};', 1],
  ['a file of many ideas', 'size', 'src-main/services/a/big.ts', '\n'.repeat(400), 400],
  ['a file that does not parse', 'syntax', 'src-main/services/a/b.ts', '\nexport const = 1;', 2],
];

const GOOD = [
  [
    'src-shared/domain/age.ts',
    "import { z } from 'zod';\nimport { ok } from './result';\nexport const at = (iso: string) => [new Date(iso), Date.parse(iso), Math.max(1, 2), ok, z];",
  ],
  [
    'src-shared/domain/words.ts',
    'type T = { now: Date; performance: number };\nexport const t = (v: T) => v.performance + v.now.getTime();',
  ],
  [
    'src-shared/domain/age.test.ts',
    "import { it } from 'vitest';\nimport { age } from './age';\nit('x', () => age(Date.now()));",
  ],
  [
    'src-shared/contract/app.ts',
    "import { AppInfo } from '@domain/app-info';\nimport { z } from 'zod';\nexport const a = [AppInfo, z];",
  ],
  [
    'src-main/ports/git.ts',
    "import type { Result } from '@domain/result';\nexport type Git = { head(): Result<string, never> };",
  ],
  [
    'src-main/adapters/git-cli/git.ts',
    "import { spawn } from 'node:child_process';\nimport type { Git } from '../../ports/git';\nimport { write } from '../fs/write-file';\nexport const g = [spawn, write] as unknown as Git;",
  ],
  [
    'src-main/services/beads/list.ts',
    "import { join } from 'node:path';\nimport type { S } from '../sessions/service';\nimport type { Git } from '../../ports/git';\nexport const l = (s: S, g: Git) => join(String(s), String(g));",
  ],
  [
    'src-main/services/beads/list.test.ts',
    "import { write } from '../../adapters/fs/write-file';\nimport { tempDir } from '../../testing/temp-dir';\nwrite(tempDir());",
  ],
  [
    'src-main/surfaces/ws.ts',
    "import { WebSocketServer } from 'ws';\nimport { contract } from '@contract/index';\nimport type { S } from '../services/beads/service';\nexport const w = (s: S) => [s, contract, WebSocketServer, Date.now()];",
  ],
  [
    'src-main/shell/window.ts',
    "import { BrowserWindow } from 'electron';\nimport { serve } from '../surfaces/ipc';\nexport const w = [BrowserWindow, serve];",
  ],
  [
    'src-main/index.ts',
    "import { app } from 'electron';\nimport { compose } from './compose';\nimport { open } from './shell/window';\nopen(app, compose());",
  ],
  [
    'src-preload/index.ts',
    "import type { ClientEnvelope } from '@contract/wire';\nimport { contextBridge } from 'electron';\nexport const x = (e: ClientEnvelope) => contextBridge.exposeInMainWorld('a', e);",
  ],
  [
    'src-renderer/features/board/Board.tsx',
    "import { Card } from '../../ui/Card';\nimport { SessionBadge } from '../sessions';\nimport './board.css';\nexport const Board = () => <Card><SessionBadge /></Card>;",
  ],
  [
    'src-renderer/app/App.tsx',
    "const Board = lazy(() => import('../features/board/index'));\nexport const App = () => <Board />;",
  ],
  [
    'e2e/open.spec.ts',
    "import { test } from './shell';\nimport { readFile } from 'node:fs/promises';\ntest('x', () => readFile('a'));",
  ],
];

describe('the walls', () => {
  it.each(BAD)('refuse %s', (_what, rule, path, text, line) => {
    const found = check(path, text);
    expect(found.map((one) => [one.path, one.line, one.rule])).toEqual([[path, line, rule]]);
  });

  it('let a whole good house stand', () => {
    expect(GOOD.flatMap(([path, text]) => check(path, text))).toEqual([]);
  });

  it('see every rule broken by one of the bad files', () => {
    const rules = new Set(BAD.map(([, rule]) => rule));
    expect([...rules].sort()).toEqual(
      [
        'dynamic-import',
        'electron',
        'import',
        'module-mock',
        'name',
        'owner',
        'pure',
        'room',
        'size',
        'syntax',
      ].sort(),
    );
  });
});

describe('the list of exceptions', () => {
  const bad = { path: 'src-main/services/a/b.ts', text: "import 'node:fs';" };
  const excuse = { path: bad.path, rule: 'import', why: 'it is a test' };

  it('excuses what it names and nothing else', () => {
    const other = { path: 'src-main/services/a/c.ts', text: "import 'node:fs';" };
    expect(checkWalls([bad, other], [excuse], 1).map((one) => one.path)).toEqual([other.path]);
  });

  it('refuses an entry that excuses nothing any more', () => {
    expect(checkWalls([], [excuse], 1).map((one) => one.rule)).toEqual(['exceptions']);
  });

  it('refuses to grow', () => {
    expect(checkWalls([bad], [excuse], 0).map((one) => one.rule)).toEqual(['exceptions']);
  });
});
