import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUMMARY_SYSTEM_PROMPT } from '@domain/history/summary-prompt';
import { filterText } from '@domain/privacy/filter-text';
import { err, ok, type Result } from '@domain/result';
import { parseObject } from '@domain/transcript/json-fields';
import { z } from 'zod';
import type { SummaryRefusal, SummaryWriter, WrittenSummary } from '../../ports/summaries';
import type { Timers } from '../../ports/timers';
import { createProcessTable, type ProcessTable } from '../locks/process-identity';
import { cleanEnvironment, MARKER } from './claude-env';
import type { FindClaude } from './find-claude';
import { createGuard } from './guard';
import { createLeftovers } from './leftovers';

export type PrintSummaryDeps = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly find: FindClaude;
  readonly timers: Timers;
  /** A small one; an alias or a whole name. */
  readonly model: () => string;
  readonly processes?: ProcessTable;
};

const LIMIT_MS = 30_000;
const MOST_OUTPUT = 1_000_000;
const MOST_DETAIL = 300;

const Count = z.int().nonnegative().catch(0);
const Printed = z.looseObject({
  is_error: z.boolean().catch(false),
  result: z.string().catch(''),
  total_cost_usd: z.number().nonnegative().nullable().catch(null),
  usage: z
    .looseObject({
      input_tokens: Count,
      output_tokens: Count,
      cache_read_input_tokens: Count,
      cache_creation_input_tokens: Count,
    })
    .nullable()
    .catch(null),
  modelUsage: z.record(z.string(), z.unknown()).catch({}),
});

/**
 * `claude -p` in an empty folder: no tools, no servers, no hooks, no memory, and no transcript, so that it is no session of
 * the history. What it is told comes by its input: an argument would be seen by everybody on the machine.
 */
export function createPrintSummary(deps: PrintSummaryDeps): SummaryWriter {
  const { env, find, timers, model, processes = createProcessTable() } = deps;
  const leftovers = createLeftovers(timers, processes);
  // Killed, we end nobody when the time is up.
  const guard = createGuard(leftovers.ownPrefix);
  return {
    async write(told, signal) {
      const claude = await find();
      if (!claude.ok) return err({ why: faultOf(claude.error.code), detail: claude.error.code });
      const cwd = await mkdtemp(join(tmpdir(), 'beads-console-summary-'));
      try {
        const run = {
          path: claude.value.path,
          args: summaryArguments(model()),
          cwd,
          env: environment(env, leftovers.newMarker(randomUUID())),
        };
        guard.ensure();
        return await print(run, told, timers, signal);
      } finally {
        // It was empty and is: what something else put there is not ours to delete.
        await rmdir(cwd).catch(() => {});
      }
    },
  };
}

export function summaryArguments(model: string): string[] {
  return [
    '-p',
    '--output-format=json',
    '--no-session-persistence',
    '--tools=',
    '--strict-mcp-config',
    '--max-turns=1',
    '--settings={"disableAllHooks":true}',
    `--model=${model}`,
    `--system-prompt=${SUMMARY_SYSTEM_PROMPT}`,
  ];
}

function environment(env: PrintSummaryDeps['env'], marker: string): Record<string, string> {
  return {
    ...cleanEnvironment(env),
    [MARKER]: marker,
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  };
}

type Run = {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
};

function print(
  { path, args, cwd, env }: Run,
  told: string,
  timers: Timers,
  signal: AbortSignal,
): Promise<Result<WrittenSummary, SummaryRefusal>> {
  return new Promise((resolve) => {
    // A group of its own: whatever it starts is ended with it.
    const child = spawn(path, args, {
      cwd,
      env,
      stdio: 'pipe',
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    let out = '';
    let complaint = '';
    let cutBy: 'timed-out' | 'stopped' | null = null;
    const end = (why: 'timed-out' | 'stopped') => {
      cutBy ??= why;
      try {
        if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Gone already: its end is told below.
      }
    };
    const cancel = timers.after(LIMIT_MS, () => end('timed-out'));
    const onAbort = () => end('stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const settle = (answer: Result<WrittenSummary, SummaryRefusal>) => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (out.length < MOST_OUTPUT) out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MOST_DETAIL * 4);
    });
    child.stdin.on('error', () => {});
    child.once('error', (error) =>
      settle(err({ why: 'claude-did-not-start', detail: detailOf(error.message) })),
    );
    child.once('close', (code) =>
      settle(cutBy === null ? readPrinted(out, complaint, code) : err({ why: cutBy, detail: '' })),
    );
    child.stdin.end(told);
  });
}

function readPrinted(
  out: string,
  complaint: string,
  code: number | null,
): Result<WrittenSummary, SummaryRefusal> {
  const printed = Printed.safeParse(parseObject(out.trim()));
  if (!printed.success)
    return err({ why: code === 0 ? 'no-answer' : 'refused', detail: detailOf(complaint || out) });
  const { is_error, result, total_cost_usd, usage, modelUsage } = printed.data;
  const spent = {
    model: Object.keys(modelUsage)[0] ?? null,
    tokens_in:
      (usage?.input_tokens ?? 0) +
      (usage?.cache_read_input_tokens ?? 0) +
      (usage?.cache_creation_input_tokens ?? 0),
    tokens_out: usage?.output_tokens ?? 0,
    cost_micro_usd: total_cost_usd === null ? null : Math.round(total_cost_usd * 1e6),
  };
  if (is_error || code !== 0) return err({ why: 'refused', detail: detailOf(result || complaint), spent });
  return ok({ text: result, ...spent });
}

const detailOf = (text: string) =>
  filterText(text.replace(/\s+/g, ' ').trim(), 'redacted').text.slice(0, MOST_DETAIL);

function faultOf(code: string): SummaryRefusal['why'] {
  return code === 'claude-not-found' || code === 'claude-too-old' ? code : 'claude-did-not-start';
}
