import { PermissionMode } from '@domain/session/live';
import type { LaunchRequest } from '../../ports/claude-driver';
import type { Capabilities } from './capabilities';

/** How the process gets its conversation; the pre-flight decides. */
export type Opening =
  | { readonly type: 'new' }
  | { readonly type: 'resume' }
  | { readonly type: 'fork'; readonly parent_id: string };

const STREAM = [
  '-p',
  '--verbose',
  '--input-format',
  'stream-json',
  '--output-format',
  'stream-json',
  '--include-partial-messages',
  '--permission-prompt-tool',
  'stdio',
];

/** Every value is an argument of its own and stands behind `=`, so that one that begins with a dash is still a value. */
export function streamArguments(request: LaunchRequest, opening: Opening, can: Capabilities): string[] {
  return [
    ...STREAM,
    ...(can.forwardsSubagentText ? ['--forward-subagent-text'] : []),
    ...(request.max_budget_usd === undefined ? [] : [`--max-budget-usd=${request.max_budget_usd}`]),
    ...commonArguments(request, opening, can),
  ];
}

/** More than this is not handed over as an argument (Linux takes 128 KB in one) but typed once Claude is there. */
const MAX_PROMPT_BYTES = 100_000;

export function fitsAsArgument(prompt: string): boolean {
  return prompt !== '' && !prompt.includes('\0') && Buffer.byteLength(prompt) <= MAX_PROMPT_BYTES;
}

/** `settings`: as JSON. The prompt comes last, behind `--`: whatever it begins with, it is no option. */
export function terminalArguments(
  request: LaunchRequest,
  opening: Opening,
  can: Capabilities,
  settings: object,
): string[] {
  return [
    `--settings=${JSON.stringify(settings)}`,
    ...commonArguments(request, opening, can),
    ...(fitsAsArgument(request.prompt) ? ['--', request.prompt] : []),
  ];
}

function commonArguments(request: LaunchRequest, opening: Opening, can: Capabilities): string[] {
  return [
    ...openingArguments(request.session_id, opening),
    `--permission-mode=${permissionMode(request.permission_mode, can)}`,
    ...(request.model === undefined ? [] : [`--model=${request.model}`]),
    ...(request.agent === undefined ? [] : [`--agent=${request.agent}`]),
    ...(request.add_dirs ?? []).map((folder) => `--add-dir=${folder}`),
  ];
}

function openingArguments(id: string, opening: Opening): string[] {
  switch (opening.type) {
    case 'new':
      return [`--session-id=${id}`];
    case 'resume':
      return [`--resume=${id}`];
    case 'fork':
      return [`--resume=${opening.parent_id}`, '--fork-session', `--session-id=${id}`];
  }
}

/** A word we do not know asks: the careful reading of a setting that came from somewhere. */
function permissionMode(wanted: string | undefined, can: Capabilities): string {
  const mode = PermissionMode.safeParse(wanted);
  if (!mode.success || mode.data === 'default') return can.askingMode;
  return mode.data;
}
