import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { registerCopies, registerSearch } from '../history/history-commands';
import { registerChanging } from './changing-commands';
import { registerDriving } from './driving-commands';
import { registerReading } from './reading-commands';

export function registerSessionCommands(program: Command, frame: CliFrame): void {
  const sessions = program
    .command('sessions')
    .description('sessions of Claude: plan, find, tag, end, export');
  registerReading(sessions, frame);
  registerSearch(sessions, frame);
  registerCopies(sessions, frame);
  registerChanging(sessions, frame);
  registerDriving(sessions, frame);
}
