import { Argument, type Command } from 'commander';
import type { CliFrame } from '../frame';
import type { Family } from '../program';
import { readCommands } from './command-tree';
import { completionScript, SHELLS, type Shell } from './scripts';

const HELP = `
Examples:
  beads-console completion bash > ~/.local/share/bash-completion/completions/beads-console
  beads-console completion zsh > "\${fpath[1]}/_beads-console"
  beads-console completion fish > ~/.config/fish/completions/beads-console.fish`;

export function registerCompletion(program: Command, frame: CliFrame, families: readonly Family[]): void {
  program
    .command('completion')
    .description('print the completion of a shell: bash, zsh or fish')
    .addArgument(new Argument('<shell>', 'for which').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      const nodes = await readCommands(program, frame, families);
      frame.say(completionScript(shell, nodes).trimEnd());
    });
}
