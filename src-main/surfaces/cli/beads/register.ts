import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { registerChanging } from './changing-commands';
import { registerReading } from './reading-commands';

export function registerBeadCommands(program: Command, frame: CliFrame): void {
  const beads = program.command('beads').description("the project's beads: find, read, change, claim");
  registerReading(beads, frame);
  registerChanging(beads, frame);
}
