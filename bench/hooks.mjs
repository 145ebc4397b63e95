/*
 * Bar: the hook we put into the settings of Claude takes at most 100 ms longer than a bare `cat` hook, whoever listens:
 *   down    nobody reads the folder
 *   gone    the folder is not there any more
 *   full    10,000 notes wait in it
 * Each is run by `/bin/sh -c` with its input on stdin, as Claude runs it, in turns with the bare one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROUNDS = 21;
const MOST_MS = 100;
const root = fileURLToPath(new URL('..', import.meta.url));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 100) / 100;

async function loadCommand(folder) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: `${root}src-shared/domain/hooks/settings-hooks.ts`,
    platform: 'node',
    resolve: { tsconfigFilename: `${root}tsconfig.node.json` },
  });
  const file = join(folder, 'hooks.mjs');
  await build.write({ file, format: 'esm' });
  await build.close();
  return (await import(pathToFileURL(file).href)).hookCommand;
}

const input = JSON.stringify({
  hook_event_name: 'SessionStart',
  session_id: '00000000-0000-4000-8000-000000000001',
  transcript_path: '/home/dev/.claude/projects/-home-dev-project/x.jsonl',
  cwd: '/home/dev/project',
});

function timed(command) {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { input });
  const ms = performance.now() - from;
  if (status !== 0 || stdout.length > 0 || stderr.length > 0)
    throw new Error(`a hook said something: ${command}`);
  return ms;
}

const folder = mkdtempSync(join(tmpdir(), 'bc-hooks-'));
try {
  const hookCommand = await loadCommand(folder);
  const at = (name) => join(folder, name);
  for (const name of ['down', 'full']) mkdirSync(at(name), { mode: 0o700 });
  for (let n = 0; n < 10_000; n += 1) writeFileSync(at(`full/note-${n}.json`), input);
  const commands = { bare: `cat > ${at('bare')}` };
  for (const name of ['down', 'gone', 'full']) commands[name] = hookCommand(at(name));
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const [name, command] of Object.entries(commands)) times[name].push(timed(command));
  const bare = median(times.bare);
  const over = Object.fromEntries(
    Object.keys(commands)
      .filter((name) => name !== 'bare')
      .map((name) => [`${name}_over_ms`, round(median(times[name]) - bare)]),
  );
  const isHeld = Object.values(over).every((ms) => ms <= MOST_MS);
  console.log(JSON.stringify({ bar: 'hooks', ok: isHeld, bare_ms: round(bare), ...over, limit_ms: MOST_MS }));
  process.exitCode = isHeld ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
