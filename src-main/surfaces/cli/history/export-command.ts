import { ExportFormat, ExportOptions } from '@domain/export/export-options';
import { SessionId } from '@domain/ids';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { type CommonOptions, failWith, projectOf } from '../sessions/session-answer';
import { addCommonOptions, usage } from '../sessions/session-filters';

type ExportFlags = CommonOptions & {
  readonly format: string;
  readonly chain?: boolean;
  readonly search?: string;
  readonly thinking: boolean;
  readonly tools: string;
  readonly longOutput?: boolean;
  readonly subagents: boolean;
};

const MOST = 500;

export function registerExport(sessions: Command, frame: CliFrame): void {
  addCommonOptions(
    sessions
      .command('export')
      .description('sessions as one file to read, or as data, on the standard output'),
  )
    .argument('[ids...]', 'their ids, or the beginnings of them; with --chain also a bead')
    .option('--format <format>', 'md, html (one file without scripts) or json', 'md')
    .option('--chain', 'every session of its chain; of a bead: every session that worked on it')
    .option('--search <text>', 'every session that fits, in the language of sessions search')
    .option('--no-thinking', 'without what Claude thought')
    .option('--tools <detail>', 'full, names or none', 'full')
    .option('--long-output', 'do not cut what tools answered')
    .option('--no-subagents', 'without the threads of sub-agents')
    .action(async (ids: readonly string[], flags: ExportFlags) => {
      const format = ExportFormat.safeParse(flags.format);
      const options = ExportOptions.safeParse({
        thinking: flags.thinking,
        tools: flags.tools,
        long_output: flags.longOutput === true,
        subagents: flags.subagents,
      });
      if (!format.success) return failWith(frame, usage('--format is md, html or json.'), flags);
      if (!options.success) return failWith(frame, usage('--tools is full, names or none.'), flags);
      if (ids.length === 0 && flags.search === undefined)
        return failWith(frame, usage('Say which: an id, or --search <text>.'), flags);
      if (flags.chain && ids.length !== 1)
        return failWith(frame, usage('With --chain say one: a session, or a bead.'), flags);
      const [only] = ids;
      const isPlain =
        ids.length === 1 && !flags.chain && flags.search === undefined && isDefault(options.data);
      if (isPlain && only !== undefined && format.data !== 'html') {
        const stored = await exportStored(frame, flags, only, format.data);
        if (stored !== 'unknown') return;
      }
      const chosen = await choose(frame, ids, flags);
      if (!chosen.ok) return failWith(frame, chosen.error, flags);
      const file = await frame.asker.ask('history', 'export', {
        ...chosen.value,
        format: format.data,
        ...options.data,
      });
      if (!file.ok) return failWith(frame, file.error, flags);
      frame.say(file.value.text.replace(/\n$/, ''));
    });
}

function isDefault({ thinking, tools, long_output, subagents }: ExportOptions): boolean {
  return thinking && tools === 'full' && !long_output && subagents;
}

/**
 * What our own record of a session says, with its runs and notes; the history has what the store does not know, and all that
 * was said in one that never ran here.
 */
async function exportStored(
  frame: CliFrame,
  flags: ExportFlags,
  id: string,
  format: 'md' | 'json',
): Promise<'said' | 'unknown'> {
  const project = projectOf(frame, flags);
  const shown = await frame.asker.ask('sessions', 'show', { project, id });
  if (!shown.ok && shown.error.code === 'session-not-found') return 'unknown';
  const ids = shown.ok && shown.value.run_count === 0 ? [shown.value.id] : [];
  const told = ids.length > 0 ? await frame.asker.ask('history', 'export', { ids, format }) : null;
  const exported = told?.ok ? told : await frame.asker.ask('sessions', 'export', { project, id, format });
  // The text is the answer: with --json too, a script gets the file itself.
  if (exported.ok) frame.say(exported.value.text.replace(/\n$/, ''));
  else failWith(frame, exported.error, flags);
  return 'said';
}

async function choose(frame: CliFrame, refs: readonly string[], flags: ExportFlags) {
  const ids: SessionId[] = [];
  if (flags.search !== undefined) {
    const found = await frame.asker.ask('history', 'results', { text: flags.search, limit: MOST });
    if (!found.ok) return found;
    ids.push(...found.value.results.map(({ session }) => session.id));
    const rest = found.value.totals.sessions - ids.length;
    if (rest > 0) frame.warn(`These are the newest ${MOST}; ${rest} more fit. Narrow the search for them.`);
    if (ids.length === 0)
      return { ok: false as const, error: { code: 'session-not-found', id: flags.search } };
  }
  const [only] = refs;
  if (flags.chain && only !== undefined) {
    const chain = await chainOf(frame, only);
    return chain.ok ? { ok: true as const, value: { ids, chain: chain.value } } : chain;
  }
  for (const ref of refs) {
    const whole = SessionId.safeParse(ref);
    if (whole.success) ids.push(whole.data);
    else {
      const found = await frame.asker.ask('history', 'locate', { ref });
      if (!found.ok) return found;
      ids.push(found.value.id);
    }
  }
  return { ok: true as const, value: { ids } };
}

/** How a session's id may begin. Beads may be called so too (`cafe-3` is none, `deadbeef-1` may be either). */
const BEGINNING = /^[0-9a-f]{4,8}$|^[0-9a-f]{8}-[0-9a-f-]*$/i;

/** The session that this is the beginning of; of what is none, the bead. */
async function chainOf(frame: CliFrame, ref: string) {
  if (!BEGINNING.test(ref) || SessionId.safeParse(ref).success) return { ok: true as const, value: ref };
  const found = await frame.asker.ask('history', 'locate', { ref });
  if (found.ok) return { ok: true as const, value: found.value.id };
  return found.error.code === 'session-not-found' ? { ok: true as const, value: ref } : found;
}
