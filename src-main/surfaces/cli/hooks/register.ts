import type { HooksState } from '@domain/hooks/elsewhere';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';

type Json = { readonly json?: boolean };

const HELP = `
With them a session that you begin in a plain terminal is noticed at once; without them it is found in Claude's transcripts a moment
later. They are two entries (SessionStart, SessionEnd) in your own Claude settings: each writes its input into a folder of ours and ends,
whether the console runs or not. Everything else in the file stays as it is, byte for byte, and uninstall gives it back as it was.

Examples:
  beads-console hooks install
  beads-console hooks status --json
  beads-console hooks uninstall`;

const DONE = {
  installed: 'Installed',
  partly: 'Half installed: run beads-console hooks install',
  absent: 'Not installed',
} as const;

export function registerHookCommands(program: Command, frame: CliFrame): void {
  const hooks = program
    .command('hooks')
    .description('notice sessions that begin in a plain terminal at once')
    .addHelpText('after', HELP);
  const entries = [
    ['status', 'whether they are there'],
    ['install', 'put them into your Claude settings; twice is once'],
    ['uninstall', 'take them away, and nothing else'],
  ] as const;
  for (const [entry, description] of entries)
    hooks
      .command(entry)
      .description(description)
      .option('--json', 'print JSON')
      .option('--project <dir>', 'taken as everywhere; hooks are about this machine')
      .action(async ({ json }: Json) => {
        const answer = await frame.asker.ask('hooks', entry, {});
        if (!answer.ok) return frame.fail(answer.error);
        if (json) frame.sayJson(answer.value);
        else sayState(frame, answer.value);
      });
}

function sayState(frame: CliFrame, state: HooksState): void {
  frame.say(`${DONE[state.state]}: ${plainText(state.settings_file)}`);
  if (state.is_disabled && state.state !== 'absent')
    frame.warn('Claude runs no hooks at the moment: "disableAllHooks" is on in that file.');
  if (state.waiting > 0)
    frame.say(`${state.waiting} ${state.waiting === 1 ? 'note waits' : 'notes wait'} for the console.`);
}
