import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PtyRequest } from '../../ports/pty';
import { bundleScript } from '../../testing/bundled-script';
import { describePtys, listenTo, type PtyOrder, patience } from '../../testing/pty-conformance';
import { tempDir } from '../../testing/temp-dir';
import { createNodePtys } from './node-ptys';

const env = { PATH: process.env['PATH'] ?? '' };
const size = { cols: 80, rows: 24 };
const node = (source: string, ...args: string[]): PtyRequest => ({
  file: process.execPath,
  args: ['-e', source, ...args],
  cwd: '/',
  env,
  size,
});
const sh = (line: string): PtyRequest => ({ file: '/bin/sh', args: ['-c', line], cwd: '/', env, size });

/** Does what it is told, a JSON per line. Signals end it, as the terminal is raw and no shell stands between. */
const OBEDIENT = `
  const fs = require('node:fs');
  process.stdin.setRawMode(true);
  const put = (text) => { for (let bytes = Buffer.from(text); bytes.length > 0;) {
    try { bytes = bytes.subarray(fs.writeSync(1, bytes)); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  } };
  let held = '';
  process.stdin.on('data', (chunk) => {
    const lines = (held + chunk).split('\\n');
    held = lines.pop();
    for (const line of lines) {
      const order = JSON.parse(line);
      for (let i = 0; i < (order.times ?? 1); i += 1) put(order.text ?? order.last ?? '');
      if (order.type === 'exit') process.exit(order.code);
    }
  });
  put('ready');
`;

async function open(request: PtyRequest) {
  const opened = await createNodePtys().open(request);
  if (!opened.ok) throw new Error(opened.error.message);
  const pty = opened.value;
  onTestFinished(() => pty.kill('SIGKILL'));
  return { pty, heard: listenTo(pty) };
}

const isAlive = (pid: number) => {
  try {
    // A zombie that nobody reaped yet has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The suite says nothing before it is told to, so the greeting is eaten here. */
const obedient = () => {
  const real = createNodePtys();
  return {
    ptys: {
      async open(request: PtyRequest) {
        const opened = await real.open(request);
        if (!opened.ok) return opened;
        onTestFinished(() => opened.value.kill('SIGKILL'));
        let greeting = '';
        const stop = opened.value.onData((text) => {
          greeting += text;
        });
        await vi.waitFor(() => expect(greeting).toBe('ready'), patience);
        stop();
        return opened;
      },
    },
    request: node(OBEDIENT),
    tell: (pty: { write(text: string): void }, order: PtyOrder) => pty.write(`${JSON.stringify(order)}\n`),
  };
};

describePtys('node-pty in a host of its own', obedient);

describe('real programs', () => {
  it('T1 a program that writes 1 MB and exits at once: every byte comes before its end', async () => {
    const source = `
      const fs = require('node:fs');
      let bytes = Buffer.from(Array.from({ length: 16384 }, (_, i) => String(i).padStart(63, '.') + '\\n').join(''));
      while (bytes.length > 0) try { bytes = bytes.subarray(fs.writeSync(1, bytes)); } catch (e) { if (e.code !== 'EAGAIN') throw e; }
    `;
    const { heard } = await open(node(source));
    await heard.ended();
    const lines = heard.textAtExit().split('\r\n');
    expect(lines).toHaveLength(16385);
    expect(lines.every((line, i) => i === 16384 || line === String(i).padStart(63, '.'))).toBe(true);
  });

  it('T1 the tail of short programs is never lost', async () => {
    const whole = Array.from({ length: 3000 }, (_, i) => `${i + 1}\r\n`).join('');
    for (let round = 0; round < 5; round += 1) {
      const runs = await Promise.all(Array.from({ length: 6 }, () => open(sh('seq 1 3000'))));
      await Promise.all(runs.map(({ heard }) => heard.ended()));
      expect(runs.map(({ heard }) => heard.textAtExit() === whole)).toEqual(runs.map(() => true));
    }
  });

  it('T4 a held program stops, and what it wrote last comes when it was held to the end', async () => {
    const { pty, heard } = await open(sh('read go; seq 1 400000; echo all-told'));
    pty.hold();
    pty.write('\r');
    // The only thing it ever sleeps for is its terminal.
    const state = () => readFileSync(`/proc/${childOf(pty.pid)}/status`, 'utf8');
    await vi.waitFor(() => expect(state()).toMatch(/^State:\s+S/m), patience);
    expect(heard.text()).toBe('');
    pty.release();
    await heard.ended();
    const text = heard.textAtExit();
    expect(text.endsWith('400000\r\nall-told\r\n')).toBe(true);
    expect(text.match(/\n/g)?.length).toBe(400_000 + 2);
  });

  it('the size is what was asked, and what it becomes', async () => {
    const { pty, heard } = await open(sh('stty size; read go; stty size'));
    await heard.said('24 80');
    pty.resize({ cols: 132, rows: 43 });
    pty.write('\r');
    await heard.said('43 132');
    await heard.ended();
  });

  it('text with every kind of line end goes in as it is', async () => {
    const text = 'a\u2028b\u2029c \u{1f9ff} "d" \\n';
    const { pty, heard } = await open(
      sh(`stty raw -echo; echo ready; dd bs=1 count=${Buffer.byteLength(text)} 2>/dev/null | od -An -v -tx1`),
    );
    await heard.said('ready');
    pty.write(text);
    await heard.ended();
    const bytes =
      heard
        .textAtExit()
        .split('ready')
        .at(-1)
        ?.match(/[0-9a-f]{2}/g) ?? [];
    expect(Buffer.from(bytes.join(''), 'hex').toString('utf8')).toBe(text);
  });

  it('the environment is the one that was asked for, and a colour terminal', async () => {
    const { heard } = await open({ ...sh('env'), env: { ...env, MINE: 'yes' } });
    await heard.ended();
    const names = heard.textAtExit().split('\r\n');
    expect(names).toContain('MINE=yes');
    expect(names).toContain('TERM=xterm-256color');
    expect(names.filter((line) => line.startsWith('ELECTRON'))).toEqual([]);
  });

  it('T5 the host of one crashes: its program ends and is told, the other goes on', async () => {
    const one = await open(sh("trap '' HUP; echo up; exec sleep 600"));
    const other = await open(sh('read go; echo still here'));
    await one.heard.said('up');
    process.kill(parentOf(one.pty.pid), 'SIGKILL');
    await one.heard.ended();
    expect(one.heard.exits).toEqual([{ exit_code: null, signal: 'SIGKILL' }]);
    await gone(one.pty.pid);
    other.pty.write('\r');
    await other.heard.ended();
    expect(other.heard.text()).toContain('still here');
  });

  it('a program that leaves something behind in its terminal still ends', async () => {
    const { heard } = await open(sh("trap '' HUP; sleep 600 & echo child $!; echo over"));
    await heard.ended();
    expect(heard.textAtExit()).toContain('over');
    process.kill(Number(/child (\d+)/.exec(heard.text())?.[1]), 'SIGKILL');
  });

  it.each([
    ['a program that is not there', { ...sh('true'), file: '/no/such/program' }, /no such|ENOENT/i],
    ['a folder that is not there', { ...sh('true'), cwd: '/no/such/folder' }, /ENOENT/],
    ['a file that is no program', { ...sh('true'), file: '/etc/passwd' }, /EACCES/],
  ])('%s is an answer', async (_what, request, message) => {
    const answer = await createNodePtys().open(request);
    expect(answer).toEqual({
      ok: false,
      error: { code: 'pty-failed', message: expect.stringMatching(message) },
    });
  });

  it('a node-pty that is missing or broken is an answer', async () => {
    const folder = tempDir('pty');
    const inFolder = createNodePtys({ from: join(folder, 'app.js') });
    expect(await inFolder.open(sh('true'))).toEqual({
      ok: false,
      error: { code: 'pty-failed', message: expect.stringContaining("Cannot find module 'node-pty'") },
    });
    mkdirSync(join(folder, 'node_modules/node-pty'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/node-pty/index.js'), 'throw new Error("for another system")');
    expect(await inFolder.open(sh('true'))).toEqual({
      ok: false,
      error: { code: 'pty-failed', message: 'for another system' },
    });
  });
});

describe('who started it is gone', () => {
  it('nothing of ours is left, also of a program that will not hear of it', async () => {
    const script = await bundleScript(join(import.meta.dirname, '../../testing/pty-holder.ts'));
    onTestFinished(script.remove);
    const holder: ChildProcess = spawn(process.execPath, [script.file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    holder.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await vi.waitFor(() => expect(said).toMatch(/program \d+/), patience);
    const program = Number(/program (\d+)/.exec(said)?.[1]);
    const host = parentOf(program);
    holder.kill('SIGKILL');
    await gone(program);
    await gone(host);
  });
});

function childOf(pid: number): number | undefined {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.map(Number).find((one) => isAlive(one) && parentOf(one) === pid);
}
