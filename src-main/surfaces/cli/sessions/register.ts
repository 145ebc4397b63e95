import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { registerExport } from '../history/export-command';
import { registerCopies, registerSearch } from '../history/history-commands';
import { registerChanging } from './changing-commands';
import { registerDriving } from './driving-commands';
import { registerEnd } from './end-command';
import { registerReading } from './reading-commands';

export function registerSessionCommands(program: Command, frame: CliFrame): void {
  const sessions = program
    .command('sessions')
    .description('sessions of Claude: plan, find, tag, end, export');
  registerReading(sessions, frame);
  registerSearch(sessions, frame);
  registerExport(sessions, frame);
  registerCopies(sessions, frame);
  registerChanging(sessions, frame);
  registerEnd(sessions, frame);
  registerDriving(sessions, frame);
}
