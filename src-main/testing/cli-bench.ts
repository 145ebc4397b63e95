import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '../compose';
import { families } from '../surfaces/cli/families';
import { runCli } from '../surfaces/cli/run';
import { tempDir } from './temp-dir';

export type CliAnswer = { readonly code: number; readonly out: string; readonly err: string };

export type CliBench = {
  readonly project: string;
  readonly home: string;
  run(...args: string[]): Promise<CliAnswer>;
  /** Runs with `--json` and reads the answer. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>;
};

export type CliBenchOptions = {
  readonly isTty?: boolean;
  readonly env?: Record<string, string>;
  /** On what another bench left behind. */
  readonly at?: { readonly project: string; readonly home: string };
};

/** The command line with no app running: each command composes the program, asks it, and ends it. */
export function cliBench(options: CliBenchOptions = {}): CliBench {
  const base = tempDir('cli');
  const { project, home } = options.at ?? { project: join(base, 'project'), home: join(base, 'home') };
  mkdirSync(join(project, '.beads'), { recursive: true });
  const env = { BEADS_CONSOLE_HOME: home, HOME: base, ...options.env };
  const run = async (...args: string[]): Promise<CliAnswer> => {
    const said = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => ({
      write: (text: string) => {
        said[name] += text;
      },
      isTTY: options.isTty ?? false,
      columns: 120,
    });
    const code = await runCli({
      args,
      env,
      cwd: project,
      version: '0',
      stdout: stream('out'),
      stderr: stream('err'),
      families,
      connect: async () => null,
      composeHere: () => compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true }),
      doings: () => ({ serve: async () => {}, doctor: async () => {}, open: async () => {} }),
    });
    return { code, ...said };
  };
  return {
    project,
    home,
    run,
    async json(...args) {
      const answer = await run(...args, '--json');
      if (answer.code !== 0) throw new Error(`exit ${answer.code}: ${answer.err}`);
      return JSON.parse(answer.out);
    },
  };
}
