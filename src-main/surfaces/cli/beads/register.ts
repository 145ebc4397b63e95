import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { registerChanging } from './changing-commands';
import { registerReading } from './reading-commands';

const HELP = `
Examples:
  beads-console beads ready --limit 5
  beads-console beads show tide-3qa --json
  beads-console beads create "Fix the tide table" --type bug --priority 1
  beads-console beads claim tide-3qa`;

export function registerBeadCommands(program: Command, frame: CliFrame): void {
  const beads = program
    .command('beads')
    .description("the project's beads: find, read, change, claim")
    .addHelpText('after', HELP);
  registerReading(beads, frame);
  registerChanging(beads, frame);
}
