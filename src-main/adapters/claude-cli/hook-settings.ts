import type { HookDoor } from '../../ports/hook-door';

const TOKEN = 'BEADS_CONSOLE_HOOK_TOKEN';
const SPOOL = 'BEADS_CONSOLE_HOOK_SPOOL';

/** An answer to a question may take a person a day. */
const QUESTION_S = 86_400;
const TELLING_S = 10;

/**
 * SessionStart cannot be told over HTTP. The command is one fixed text: what differs stands in the environment, so that no
 * path is ever read as shell. It fails open: Claude goes on whatever becomes of it.
 */
const NOTE = `umask 077; f="$${SPOOL}/$$"; cat > "$f.part" && mv "$f.part" "$f.json"; exit 0`;

export type HookChannels = { readonly door: HookDoor; readonly spool: string };

/** For `--settings`: the user's own files stay as they are, and the token is not in the arguments. */
export function hookSettings({ door }: HookChannels, events: readonly string[]): object {
  const tell = (event: string) => ({
    type: 'http',
    url: door.url,
    headers: { [door.header]: `$${TOKEN}` },
    allowedEnvVars: [TOKEN],
    timeout: event === 'PermissionRequest' ? QUESTION_S : TELLING_S,
  });
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [tell(event)] }]]));
  const note = { type: 'command', command: NOTE, timeout: TELLING_S };
  const start = process.platform === 'win32' ? {} : { SessionStart: [{ hooks: [note] }] };
  return { hooks: { ...hooks, ...start } };
}

export function hookEnvironment({ door, spool }: HookChannels): Record<string, string> {
  return { [TOKEN]: door.token, [SPOOL]: spool };
}
