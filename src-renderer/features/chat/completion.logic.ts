/** What stands before the caret and can be completed: `@src/ti` a file, `/comp` at the beginning a command. */
export type Completable = {
  readonly kind: 'file' | 'command';
  readonly typed: string;
  readonly from: number;
  readonly to: number;
};

export function completableAt(text: string, caret: number): Completable | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w:.-]*)$/.exec(before);
  if (command !== null) return { kind: 'command', typed: command[1] ?? '', from: 0, to: caret };
  const file = /(?:^|\s)@([^\s@"]{0,300})$/.exec(before);
  if (file === null) return null;
  const typed = file[1] ?? '';
  return { kind: 'file', typed, from: caret - typed.length - 1, to: caret };
}

/** The text with the choice in place of what was typed, and where the caret goes. */
export function withChoice(
  text: string,
  { kind, from, to }: Completable,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const words = kind === 'command' ? `/${choice}` : fileMention(choice);
  const rest = text.slice(to);
  const put = `${text.slice(0, from)}${words}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: put + rest, caret: put.length + (rest.startsWith(' ') ? 1 : 0) };
}

/** As Claude reads it: a name with spaces stands in quotes. */
export function fileMention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}

export type Command = { readonly name: string; readonly description: string };

/** Those that begin with what was typed, then those that hold it. */
export function matchingCommands<T extends Command>(commands: readonly T[], typed: string): readonly T[] {
  const wanted = typed.toLowerCase();
  const begins = ({ name }: T) => name.toLowerCase().startsWith(wanted);
  const holds = (each: T) => !begins(each) && each.name.toLowerCase().includes(wanted);
  return [...commands.filter(begins), ...commands.filter(holds)].slice(0, 20);
}
