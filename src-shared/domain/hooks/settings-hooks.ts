import { appendElement, memberText, removeElement, removeMember, setMember } from '../json-edit';
import { err, ok, type Result } from '../result';
import { HOOK_EVENTS, type HookEvent } from './elsewhere';

/*
 * Our entries in the settings of Claude, which belong to the person and to other programs.
 * H1  Whatever is not ours keeps every byte, its order and its spaces.
 * H2  Installing twice is installing once.
 * H3  Taking away what was put in gives back the very bytes there were before: an entry says in its mark what had to be
 *     made for it, and only that goes with it, and only when nobody else has moved in.
 * Texts hold one character per byte (`json-edit`).
 */
const MARK = '# beads-console hook; made:';
type Made = 'nothing' | 'list' | 'hooks' | 'file';
const NEW_FILE = '{}\n';
const TIMEOUT_S = 5;

const quote = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;

/**
 * It costs what a shell and `cat` cost, needs nobody who listens, and fails open. A process of ours (`BEADS_CONSOLE_PROCESS`) is
 * left out: the console that started it knows. The name is made by `mktemp`, so that no two notes ever meet; the rename makes it whole.
 */
export function hookCommand(spool: string): string {
  return (
    `exec 2>/dev/null; [ -n "$BEADS_CONSOLE_PROCESS" ] && { cat >/dev/null; exit 0; }; umask 077; ` +
    `f=$(mktemp ${noteName(spool)}) && cat > "$f" && mv "$f" "$f.json"; exit 0`
  );
}

const noteName = (spool: string) => quote(`${spool}/note-XXXXXXXXXX`);

function entryText(spool: string, made: Made): string {
  const command = `${hookCommand(spool)} ${MARK} ${made}`;
  return asciiJson({ hooks: [{ type: 'command', command, timeout: TIMEOUT_S }] });
}

type Strange = { readonly code: 'strange'; readonly detail: string };
const strange = (detail: string) => err({ code: 'strange', detail } as const);

/** The events that have our entry. */
export function installedEvents(text: string, spool: string): Result<readonly HookEvent[], Strange> {
  const shape = checkShape(text);
  if (!shape.ok) return shape;
  return ok(HOOK_EVENTS.filter((event) => ownIndex(text, event, spool) !== null));
}

export function isDisabled(text: string): boolean {
  const shape = checkShape(text);
  return shape.ok && memberText(text, 'disableAllHooks') === 'true';
}

/** `null`: there is no file yet. */
export function installHooks(text: string | null, spool: string): Result<string, Strange> {
  let after = text ?? NEW_FILE;
  const shape = checkShape(after);
  if (!shape.ok) return shape;
  for (const event of HOOK_EVENTS) {
    if (ownIndex(after, event, spool) !== null) continue;
    const hooks = memberText(after, 'hooks');
    const list = hooks === null ? null : memberText(hooks, event);
    const madeHooks = text === null ? 'file' : 'hooks';
    const made = hooks === null ? madeHooks : list === null ? 'list' : 'nothing';
    const entry = entryText(spool, made);
    const lists = setMember(hooks ?? '{}', event, appendElement(list ?? '[]', entry), []);
    after = setMember(after, 'hooks', lists, []);
  }
  return ok(after);
}

/** `null`: the file was made for us, and nothing else is in it. */
export function uninstallHooks(text: string, spool: string): Result<string | null, Strange> {
  const shape = checkShape(text);
  if (!shape.ok) return shape;
  let after = text;
  const all: Made[] = [];
  // Backwards, as they were put in.
  for (const event of HOOK_EVENTS.toReversed()) {
    for (let own = ownIndex(after, event, spool); own !== null; own = ownIndex(after, event, spool)) {
      const hooks = memberText(after, 'hooks') ?? '{}';
      const made = madeFor(hooks, event, own);
      all.push(made);
      const list = removeElement(memberText(hooks, event) ?? '[]', own);
      const isOver = made !== 'nothing' && isEmpty(list);
      after = setMember(
        after,
        'hooks',
        isOver ? removeMember(hooks, event) : setMember(hooks, event, list, []),
        [],
      );
    }
  }
  const hadToMakeHooks = all.includes('hooks') || all.includes('file');
  if (hadToMakeHooks && isEmpty(memberText(after, 'hooks') ?? '[]')) after = removeMember(after, 'hooks');
  return ok(all.includes('file') && after === NEW_FILE ? null : after);
}

function checkShape(text: string): Result<void, Strange> {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return strange('it is not JSON');
  }
  if (!isObject(whole)) return strange('it is not an object');
  const { hooks } = whole;
  if (hooks === undefined) return ok(undefined);
  if (!isObject(hooks)) return strange('"hooks" is not an object');
  for (const event of HOOK_EVENTS)
    if (hooks[event] !== undefined && !Array.isArray(hooks[event]))
      return strange(`"${event}" is not a list`);
  return ok(undefined);
}

function commandsOf(entry: unknown): readonly string[] {
  const hooks = isObject(entry) && Array.isArray(entry['hooks']) ? entry['hooks'] : [];
  return hooks.flatMap((hook: unknown) =>
    isObject(hook) && typeof hook['command'] === 'string' ? [hook['command']] : [],
  );
}

/** Ours is an entry with our mark that writes into this very spool: another data folder's is another's. */
function ownIndex(text: string, event: HookEvent, spool: string): number | null {
  const { hooks } = JSON.parse(text) as { hooks?: Readonly<Record<string, readonly unknown[]>> };
  const written = noteName(spool);
  const index = (hooks?.[event] ?? []).findIndex((entry) =>
    commandsOf(entry).some((command) => command.includes(MARK) && command.includes(written)),
  );
  return index < 0 ? null : index;
}

function madeFor(hooks: string, event: HookEvent, index: number): Made {
  const lists = JSON.parse(hooks) as Readonly<Record<string, readonly unknown[]>>;
  const [command = ''] = commandsOf(lists[event]?.[index]);
  const made = command.slice(command.indexOf(MARK) + MARK.length).trim();
  return made === 'file' || made === 'hooks' || made === 'list' ? made : 'nothing';
}

const isEmpty = (text: string) => /^[[{]\s*[\]}]$/.test(text);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** ASCII alone, so that it is the same in every encoding of the text around it. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
