type Env = { readonly [name: string]: string | undefined };

/**
 * A repository's configuration may name programs for git to run; whoever only looks at it has not trusted it.
 * The hooks folder is one that cannot have files in it: an empty setting would mean the root of the disk.
 */
export const HARMLESS: readonly string[] = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
  '-c',
  'log.showSignature=false',
  '-c',
  'submodule.recurse=false',
  '-c',
  'core.safecrlf=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
];

/** Who the person is and how they reach their keys stays; which repository git means is always ours to say. */
const KEPT = /^GIT_(AUTHOR|COMMITTER|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|CEILING|SSH|EXEC_PATH|SSL)/;

export function gitEnv(env: Env): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && (!name.startsWith('GIT_') || KEPT.test(name))) kept[name] = value;
  return {
    ...kept,
    // Git's words are read by us in places where it has no code for what happened.
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/** Looking never reaches the network, not even for the missing objects of a partial clone. */
export const OFFLINE: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
};
