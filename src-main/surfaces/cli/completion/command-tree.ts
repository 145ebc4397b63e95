import { Command } from 'commander';
import type { CliFrame } from '../frame';
import type { Family } from '../program';

export type CommandNode = {
  /** The words that lead to it: `sessions list`; empty at the top. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly {
    readonly flag: string;
    readonly description: string;
    /** What it can be set to; null: anything, or it takes nothing. */
    readonly choices: readonly string[] | null;
    readonly takesValue: boolean;
  }[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
};

/** Every command as it is really there: nothing is listed a second time by hand. */
export async function readCommands(
  program: Command,
  frame: CliFrame,
  families: readonly Family[],
): Promise<readonly CommandNode[]> {
  const whole = new Command('beads-console');
  for (const family of families) await family.register(whole, frame);
  for (const own of program.commands)
    if (!families.some(({ name }) => name === own.name())) whole.addCommand(own);
  const nodes: CommandNode[] = [];
  const walk = (command: Command, path: readonly string[]) => {
    nodes.push({
      path,
      description: command.description(),
      options: [
        ...command.options.flatMap(({ long, description, argChoices, required, optional }) =>
          long == null
            ? []
            : [{ flag: long, description, choices: argChoices ?? null, takesValue: required || optional }],
        ),
        { flag: '--help', description: 'show help', choices: null, takesValue: false },
      ],
      commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    });
    for (const one of command.commands) walk(one, [...path, one.name()]);
  };
  walk(whole, []);
  return nodes;
}
