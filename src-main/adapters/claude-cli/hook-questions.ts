import { err, ok, type Result } from '@domain/result';
import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import type { AnswerRefused } from '../../ports/claude-driver';

type Asked = {
  readonly request: PermissionRequest;
  readonly suggestions: readonly Readonly<Record<string, unknown>>[];
  readonly reply: (answer: object) => void;
  /** Claude's registry has shown its dialog since. */
  wasShown: boolean;
};

/*
 * Questions that a hook has put to us while the terminal shows the same dialog: whoever answers first wins.
 * Q1  Every question is settled once and its hook always gets an answer; the empty one leaves it to the dialog.
 * Q2  The dialog is answered when its tool has ended, when Claude stops waiting after it was shown, or when the turn is over.
 */
export type HookQuestions = {
  ask(request: PermissionRequest, suggestions: Asked['suggestions'], reply: (answer: object) => void): void;
  answer(id: string, answer: PermissionAnswer): Result<null, AnswerRefused>;
  /** The dialog of this call was answered. */
  settleTool(toolUseId: string): void;
  settle(id: string): void;
  settleAll(): void;
  /** What Claude's registry says: it waits for somebody, or not. */
  shown(isWaiting: boolean): void;
  count(): number;
};

export function createHookQuestions(onSettled: (id: string) => void): HookQuestions {
  const asked = new Map<string, Asked>();
  const settle = (id: string, answer: object = {}) => {
    const open = asked.get(id);
    if (open === undefined) return;
    asked.delete(id);
    open.reply(answer);
    onSettled(id);
  };
  const settleWhere = (isMeant: (one: Asked) => boolean) => {
    for (const [id, one] of [...asked]) if (isMeant(one)) settle(id);
  };
  return {
    ask: (request, suggestions, reply) =>
      void asked.set(request.id, { request, suggestions, reply, wasShown: false }),
    answer(id, answer) {
      const open = asked.get(id);
      if (open === undefined) return err({ code: 'permission-gone', permission_id: id });
      settle(id, {
        hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: decisionOf(open, answer) },
      });
      return ok(null);
    },
    settle: (id) => settle(id),
    settleTool: (toolUseId) => settleWhere(({ request }) => request.tool_use_id === toolUseId),
    settleAll: () => settleWhere(() => true),
    shown(isWaiting) {
      if (isWaiting) for (const one of asked.values()) one.wasShown = true;
      else settleWhere(({ wasShown }) => wasShown);
    },
    count: () => asked.size,
  };
}

/** `always` sends back exactly the rules that Claude suggested. */
function decisionOf({ request, suggestions }: Asked, answer: PermissionAnswer): object {
  if (answer.behavior === 'deny')
    return { behavior: 'deny', message: answer.message || 'The user does not want this.' };
  const rules = answer.always ? suggestions.filter((one) => one['type'] === 'addRules') : [];
  return {
    behavior: 'allow',
    // Newer versions take a yes to a plan for one that a person gave only when its input comes with it.
    updatedInput: answer.input ?? request.input,
    ...(rules.length === 0 ? {} : { updatedPermissions: rules }),
  };
}
