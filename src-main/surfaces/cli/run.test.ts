import { ok } from '@domain/result';
import { Outcome, Status } from '@domain/session/values';
import { describe, expect, it } from 'vitest';
import type { Direct } from './asker';
import { exitCodeOf } from './exit-code';
import type { Doings, Family } from './program';
import { runCli } from './run';
import { sentenceFor } from './sentences';

const report = (verdict: 'ok' | 'failed') => ({
  checked_at: '2026-01-01T00:00:00Z',
  checks: [{ id: 'git', name: 'git', verdict, found: '2.39', fix: verdict === 'ok' ? null : 'install git' }],
});

function setUp(answer: unknown = ok(report('ok'))) {
  const said = { out: '', err: '' };
  const done: unknown[][] = [];
  let closed = 0;
  const direct: Direct = {
    dispatch: {
      call: async (name, input, caller) => {
        done.push(['call', name, input, caller.door]);
        return answer as ReturnType<typeof ok>;
      },
      follow: async () => ({ ok: false, error: { code: 'unused' } }),
    },
    close: async () => {
      closed += 1;
    },
  };
  const families: Family[] = [
    {
      name: 'beads',
      description: 'work with beads',
      register: async (program, frame) => {
        done.push(['registered', 'beads']);
        program
          .command('beads')
          .command('list')
          .action(() => frame.say('listed'));
      },
    },
  ];
  const run = (...args: string[]) =>
    runCli({
      args,
      env: {},
      cwd: '/here',
      version: '1.2.3',
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
      families,
      connect: async () => null,
      composeHere: async () => direct,
      doings: (frame): Doings => ({
        serve: async (options) => void done.push(['serve', options]),
        doctor: async (options) => {
          const { doctorCommand } = await import('./doctor-command');
          await doctorCommand(frame, options);
        },
        open: async (project) => {
          done.push(['open', project]);
          if (project === 'nowhere') frame.fail({ code: 'project-not-found', path: '/here/nowhere' });
        },
      }),
    });
  return { run, said, done, closed: () => closed };
}

describe('command line', () => {
  it.each([
    [['--version'], 0, '1.2.3\n'],
    [['-V'], 0, '1.2.3\n'],
  ])('%j', async (args, code, out) => {
    const { run, said } = setUp();
    expect([await run(...args), said.out]).toEqual([code, out]);
  });

  it('help names every command and opens nothing', async () => {
    const { run, said, done } = setUp();
    expect(await run('--help')).toBe(0);
    for (const word of ['serve', 'doctor', 'beads', '--version', 'Exit codes'])
      expect(said.out).toContain(word);
    expect(done).toEqual([]);
  });

  it.each([
    [['serve'], { project: null, port: 0, open: true, json: false, demo: false }],
    [['serve', '--demo'], { project: null, port: 0, open: true, json: false, demo: true }],
    [['--demo', 'serve'], { project: null, port: 0, open: true, json: false, demo: true }],
    [['serve', '--project', 'dir'], { project: 'dir', port: 0, open: true, json: false, demo: false }],
    [
      ['serve', 'dir', '--port', '4000', '--no-open', '--json'],
      { project: 'dir', port: 4000, open: false, json: true, demo: false },
    ],
  ])('%j', async (args, options) => {
    const { run, done } = setUp();
    expect([await run(...args), done]).toEqual([0, [['serve', options]]]);
  });

  it.each([
    [['serve', '--port', 'x']],
    [['serve', '--port', '70000']],
    [['serve', '--port', '-1']],
    [['serve', '--port']],
    [['serve', 'a', 'b']],
    [['doctor', '--nonsense']],
    [['a', 'b']],
    [['--nonsense']],
    [['beads', 'nonsense']],
  ])('%j is a mistake of usage, and nothing is done', async (args) => {
    const { run, done, said } = setUp();
    expect(await run(...args)).toBe(2);
    expect(done.filter(([what]) => what !== 'registered')).toEqual([]);
    expect(said.err).not.toBe('');
  });

  it.each([
    [['serve', '--port', 'x', '--json'], /port/],
    [['serve', 'a', 'b', '--json'], /too many arguments/],
    [['--json', 'doctor', '--nonsense'], /unknown option '--(json|nonsense)'/],
    [['doctor', '--json', '--nonsense'], /unknown option '--nonsense'/],
    [['beads', 'nonsense', '--json'], /unknown (command|option)/],
    [['beads', '--json'], /command is missing|unknown option/],
  ])('%j is told to a script in one line of JSON', async (args, message) => {
    const { run, said } = setUp();
    expect([await run(...args), said.out]).toEqual([2, '']);
    expect(said.err.split('\n')).toHaveLength(2);
    expect(JSON.parse(said.err)).toEqual({
      error: { code: 'usage', message: expect.stringMatching(message) },
    });
    expect(said.err).not.toContain('error: ');
  });

  it('what failed is JSON too for a script, and --json behind -- is a word', async () => {
    const { run, said } = setUp({ ok: false, error: { code: 'disk-full', path: '/data' } });
    expect(await run('doctor', '--json')).toBe(1);
    expect(JSON.parse(said.err)).toEqual({ error: { code: 'disk-full', path: '/data' } });
    const other = setUp();
    expect(await other.run('serve', 'a', '--', '--json')).toBe(2);
    expect(other.said.err).toContain('error: too many arguments');
  });

  it('help of serve tells the default port once', async () => {
    const { run, said } = setUp();
    await run('serve', '--help');
    expect(said.out.match(/default/g)).toHaveLength(1);
  });

  it('a bare word is a project, and its failure is told in one sentence', async () => {
    const { run, done, said } = setUp();
    expect([await run('nowhere'), done]).toEqual([3, [['open', 'nowhere']]]);
    expect([said.out, said.err]).toEqual([
      '',
      'There is no folder /here/nowhere. Check the path, or make the folder first.\n',
    ]);
  });

  it('a family is loaded only when one of its commands is typed', async () => {
    const { run, done, said } = setUp();
    expect([await run('beads', 'list'), said.out, done]).toEqual([0, 'listed\n', [['registered', 'beads']]]);
  });

  it.each([
    ['ok', 0],
    ['failed', 1],
  ] as const)(
    'doctor with a check that is %s ends with %i, and what was composed is closed',
    async (verdict, code) => {
      const { run, done, said, closed } = setUp(ok(report(verdict)));
      expect(await run('doctor', '--json')).toBe(code);
      expect(JSON.parse(said.out)).toEqual(report(verdict));
      expect([done, closed()]).toEqual([[['call', 'app.doctor', {}, 'cli']], 1]);
    },
  );

  it('a data folder the system refuses is a sentence, a bug is not', async () => {
    const base = {
      args: ['doctor'],
      env: {},
      cwd: '/',
      version: '1',
      families: [],
      connect: async () => null,
    };
    const said: string[] = [];
    const runWith = (error: Error) =>
      runCli({
        ...base,
        stdout: { write: () => true },
        stderr: { write: (text) => said.push(text) },
        composeHere: async () => {
          throw error;
        },
        doings: (frame): Doings => ({
          serve: async () => {},
          doctor: async () => void (await frame.asker.call('app.doctor', {})),
          open: async () => {},
        }),
      });
    const refused = Object.assign(new Error('ENOTDIR'), {
      code: 'ENOTDIR',
      syscall: 'mkdir',
      path: '/data/logs',
    });
    expect(await runWith(refused)).toBe(1);
    expect(said.join('')).toMatch(/^\/data\/logs cannot be used .+BEADS_CONSOLE_HOME.+\n$/);
    await expect(runWith(new Error('a bug'))).rejects.toThrow('a bug');
  });

  it('doctor shows a table and the way out', async () => {
    const { run, said } = setUp(ok(report('failed')));
    await run('doctor');
    expect(said.out).toBe('CHECK  VERDICT  FOUND\ngit    failed   2.39\n\ngit: install git\n');
  });
});

describe('exit codes and sentences', () => {
  it.each([
    ['project-not-found', 3],
    ['session-not-found', 3],
    ['project-not-a-folder', 2],
    ['invalid-input', 2],
    ['invalid-moment', 2],
    ['session-ambiguous', 2],
    ['port-taken', 4],
    ['bad-transition', 4],
    ['capture-conflict', 4],
    ['session-exists', 4],
    ['lock-busy', 4],
    ['settings-in-the-way', 4],
    ['internal-error', 1],
    ['disk-full', 1],
    ['project-not-readable', 1],
  ])('%s ends with %i', (code, exit) => {
    expect(exitCodeOf({ code })).toBe(exit);
  });

  it.each([
    ['beads.create', 'bead.title', /^A title is .+beads-console beads create/],
    ['beads.list', 'filter.type.0', /^A type is/],
    ['sessions.list', 'status.0', new RegExp(Status.options.join('.+'))],
    ['sessions.list', 'outcome.1', new RegExp(Outcome.options.join('.+'))],
    ['sessions.list', 'limit', /^A limit is a number from 1 to 500\.$/],
    ['sessions.create', 'agent_id', /^What was given for agent id cannot be used\. See --help/],
    ['sessions.create', '', /^That cannot be used/],
  ])('%s refuses %j in words of our own', (name, path, words) => {
    const message = 'Invalid option: expected one of "a"|"b"';
    const sentence = sentenceFor({ code: 'invalid-input', name, issues: [{ path, message }] });
    expect(sentence).toMatch(words);
    expect(sentence).not.toContain('expected');
  });

  it('an error nobody wrote a sentence for still tells its facts, as plain text', () => {
    expect(sentenceFor({ code: 'odd', path: 'a\u001bb', list: [1] })).toBe(
      'Failed: odd (path: a\ufffdb, list: [1]).',
    );
  });
});
