import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { registerExport } from '../history/export-command';
import { registerCopies, registerSearch } from '../history/history-commands';
import { registerChanging } from './changing-commands';
import { registerDriving } from './driving-commands';
import { registerEnd } from './end-command';
import { registerReading } from './reading-commands';

const HELP = `
An id may be given by its beginning. What drives Claude (start, resume, pause, prompt) needs the running app.

Examples:
  beads-console sessions list --status active,paused --since 7d
  beads-console sessions new "Tide tables" --bead tide-3qa
  beads-console sessions show 3f2a --transcript --git
  beads-console sessions search cache '"entropy gate"' bead:tide-3qa
  beads-console sessions list --json | jq -r '.sessions[].id'
  beads-console sessions delete --until 90d --export ~/old-sessions`;

export function registerSessionCommands(program: Command, frame: CliFrame): void {
  const sessions = program
    .command('sessions')
    .description('sessions of Claude: plan, find, tag, end, export')
    .addHelpText('after', HELP);
  registerReading(sessions, frame);
  registerSearch(sessions, frame);
  registerExport(sessions, frame);
  registerCopies(sessions, frame);
  registerChanging(sessions, frame);
  registerEnd(sessions, frame);
  registerDriving(sessions, frame);
}
