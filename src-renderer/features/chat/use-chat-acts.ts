import type { PermissionAnswer } from '@domain/session/live';
import type { Session } from '@domain/session/record';
import { useMemo } from 'react';
import { useProject } from '../../app/state/project';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { type SessionFailure, sessionSentences, tellRefusal } from '../sessions';

export type ChatActs = {
  /** A draft is started with it, a paused session resumed; a working one queues it. False: it was refused. */
  readonly send: (text: string, permissionMode: string) => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  /** The text of a queued prompt, which is then not queued any more; null when it has been sent meanwhile. */
  readonly takeBack: (promptId: string) => Promise<string | null>;
  readonly answer: (permissionId: string, answer: PermissionAnswer) => Promise<boolean>;
};

type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SessionFailure };

function say(error: SessionFailure): void {
  const { happened, safe, next } = sessionSentences(error);
  showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
}

const isDone = <T>(result: Outcome<T>): boolean => {
  if (!result.ok) say(result.error);
  return result.ok;
};

export function useChatActs({ id, status }: Pick<Session, 'id' | 'status'>): ChatActs {
  const client = useClient();
  const project = useProject()?.path;
  return useMemo(() => {
    const one = { id, project };
    return {
      async send(text, permission_mode) {
        if (status === 'draft' || status === 'paused') {
          const name = status === 'draft' ? 'sessions.start' : 'sessions.resume';
          const run = await client.call(name, { ...one, prompt: text, permission_mode });
          // The panel says it, with the way on.
          tellRefusal(id, run.ok ? null : run.error);
          return run.ok;
        }
        return isDone(await client.call('sessions.prompt', { ...one, text }));
      },
      stop: async () => isDone(await client.call('sessions.interrupt', one)),
      async takeBack(prompt_id) {
        const result = await client.call('sessions.takeBackPrompt', { ...one, prompt_id });
        if (result.ok) return result.value.text;
        say(result.error);
        return null;
      },
      answer: async (permission_id, answer) =>
        isDone(await client.call('sessions.answerPermission', { ...one, permission_id, answer })),
    };
  }, [client, project, id, status]);
}
