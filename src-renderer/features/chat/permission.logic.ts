import { IN_TERMINAL } from '@domain/session/in-terminal';
import type { PermissionRequest } from '@domain/session/live';
import { visibleText } from './plain-text.logic';
import { kindOf, toolName } from './tool-words.logic';

/** A key pressed for something else must not approve what has just appeared under it. */
export const KEYS_IGNORED_MS = 500;

export function isArmed(appearedMs: number, nowMs: number): boolean {
  return nowMs - appearedMs >= KEYS_IGNORED_MS;
}

const TITLES = {
  read: 'Claude asks to read a file',
  search: 'Claude asks to search',
  edit: 'Claude asks to edit a file',
  write: 'Claude asks to write a file',
  run: 'Claude asks to run a command',
  web: 'Claude asks to open an address',
  agent: 'Claude asks to start a sub-agent',
  plan: 'Claude asks to go on with its plan',
} as const;

export function askTitle(tool: string): string {
  if (tool === 'AskUserQuestion') return 'Claude asks you';
  if (tool === IN_TERMINAL) return 'Claude asks something in its terminal';
  const kind = kindOf(tool);
  return kind === 'plug' ? `Claude asks to use ${visibleText(toolName(tool))}` : TITLES[kind];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The exact thing that is asked for; never cut. What has no form of its own is shown as it will be sent. */
export function askText({ tool, input }: Pick<PermissionRequest, 'tool' | 'input'>): string {
  const kind = kindOf(tool);
  const main =
    kind === 'run'
      ? text(input['command'])
      : kind === 'web'
        ? (text(input['url']) ?? text(input['query']))
        : kind === 'edit' || kind === 'write' || kind === 'read'
          ? (text(input['file_path']) ?? text(input['notebook_path']) ?? text(input['path']))
          : tool === 'ExitPlanMode'
            ? text(input['plan'])
            : null;
  return visibleText(main ?? JSON.stringify(input, null, 2));
}

const IN_A_CHANGE = 'file_path notebook_path path old_string new_string new_source content edits'.split(' ');
/** What the card shows already, or what changes nothing. */
const SHOWN: { readonly [kind: string]: readonly string[] } = {
  run: ['command', 'description', 'timeout'],
  edit: IN_A_CHANGE,
  write: IN_A_CHANGE,
};

/** What else it carries that changes what it does: every place instead of one, a cell that is deleted. */
export function askExtras({ tool, input }: Pick<PermissionRequest, 'tool' | 'input'>): readonly string[] {
  const shown = SHOWN[kindOf(tool)];
  if (shown === undefined) return [];
  return Object.entries(input)
    .filter(([name, value]) => !shown.includes(name) && !(name === 'replace_all' && value === false))
    .map(([name, value]) => visibleText(`${name}: ${JSON.stringify(value)}`));
}

export function askReason({ description, input }: Pick<PermissionRequest, 'description' | 'input'>): string {
  return visibleText(description ?? text(input['description']) ?? '');
}

/** What a person may change before allowing it: the one text that counts, else the whole input. */
export function editableText({ tool, input }: Pick<PermissionRequest, 'tool' | 'input'>): string {
  const field = editedField(tool);
  return (field === null ? null : text(input[field])) ?? JSON.stringify(input, null, 2);
}

/** The input as it was changed; null when it cannot be read, so that nothing else than what stands there is allowed. */
export function editedInput(
  { tool, input }: Pick<PermissionRequest, 'tool' | 'input'>,
  edited: string,
): Record<string, unknown> | null {
  const field = editedField(tool);
  if (field !== null && text(input[field]) !== null)
    return edited.trim() === '' ? null : { ...input, [field]: edited };
  try {
    const value: unknown = JSON.parse(edited);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function editedField(tool: string): string | null {
  if (tool === 'ExitPlanMode') return 'plan';
  return kindOf(tool) === 'run' ? 'command' : null;
}

export const isPlan = ({ tool, input }: Pick<PermissionRequest, 'tool' | 'input'>): boolean =>
  tool === 'ExitPlanMode' && text(input['plan']) !== null;

export type Question = {
  readonly question: string;
  readonly header: string;
  readonly isMultiple: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
};

/** The questions of AskUserQuestion; null when they are not in the form we know. */
export function questionsOf({
  tool,
  input,
}: Pick<PermissionRequest, 'tool' | 'input'>): readonly Question[] | null {
  if (tool !== 'AskUserQuestion' || !Array.isArray(input['questions'])) return null;
  const questions = (input['questions'] as unknown[]).flatMap((each) => {
    if (typeof each !== 'object' || each === null) return [];
    const { question, header, multiSelect, options } = each as Record<string, unknown>;
    if (typeof question !== 'string' || !Array.isArray(options)) return [];
    return [
      {
        question,
        header: text(header) ?? '',
        isMultiple: multiSelect === true,
        options: (options as unknown[]).flatMap((option) => {
          const { label, description } = (option ?? {}) as Record<string, unknown>;
          return typeof label === 'string' ? [{ label, description: text(description) ?? '' }] : [];
        }),
      },
    ];
  });
  return questions.length === 0 || questions.some(({ options }) => options.length === 0) ? null : questions;
}
