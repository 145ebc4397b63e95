import type { CommandNode } from './command-tree';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** In single quotes, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const joined = (path: readonly string[]) => path.join(' ');

export function completionScript(shell: Shell, nodes: readonly CommandNode[]): string {
  switch (shell) {
    case 'bash':
      return bash(nodes);
    case 'zsh':
      return zsh(nodes);
    case 'fish':
      return fish(nodes);
  }
}

const choicesOf = (nodes: readonly CommandNode[]) =>
  nodes.flatMap(({ path, options }) =>
    options.flatMap(({ flag, choices }) =>
      choices === null ? [] : [{ place: `${joined(path)} ${flag}`.trim(), choices: choices.join(' ') }],
    ),
  );

/** The words so far, walked down the commands; then what can follow. Files where nothing fits. */
function bash(nodes: readonly CommandNode[]): string {
  const known = nodes.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(joined(path))]));
  return `# beads-console completion for bash: source it, or put it into ~/.local/share/bash-completion/completions/beads-console
_beads_console() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path= words= i next
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${known.join('|')}) path="$next" ;;
    esac
  done
  case "\${path:+$path }$prev" in
${choicesOf(nodes)
  .map(({ place, choices }) => `    ${quoted(place)}) words=${quoted(choices)} ;;`)
  .join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$path" in
${nodes
  .map(({ path, commands, options }) => {
    const all = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)];
    return `      ${quoted(joined(path))}) words=${quoted(all.join(' '))} ;;`;
  })
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _beads_console beads-console
`;
}

/** Through bash's own, which zsh understands: one description of the commands, not two that differ. */
function zsh(nodes: readonly CommandNode[]): string {
  return `#compdef beads-console
# beads-console completion for zsh: source it after compinit, or put it into a folder of $fpath as _beads-console
autoload -Uz bashcompinit && bashcompinit
${bash(nodes).split('\n').slice(1).join('\n')}`;
}

function fish(nodes: readonly CommandNode[]): string {
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const below = commands.map(({ name }) => name).join(' ');
    const here =
      path.length === 0
        ? '__fish_use_subcommand'
        : [...seen, ...(below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`])].join('; and ');
    const add = (rest: string) => `complete -c beads-console -n ${quoted(here)} ${rest}`;
    return [
      ...commands.map(({ name, description }) => add(`-f -a ${quoted(name)} -d ${quoted(description)}`)),
      ...options.map(({ flag, description, choices, takesValue }) => {
        const values = choices === null ? (takesValue ? ' -r' : '') : ` -x -a ${quoted(choices.join(' '))}`;
        return add(`-l ${flag.slice(2)}${values} -d ${quoted(description)}`);
      }),
    ];
  });
  return `# beads-console completion for fish: put it into ~/.config/fish/completions/beads-console.fish\n${lines.join('\n')}\n`;
}
