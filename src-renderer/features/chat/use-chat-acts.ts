import type { PermissionAnswer } from '@domain/session/live';
import type { PromptImage } from '@domain/session/prompt-image';
import type { Session } from '@domain/session/record';
import { useMemo } from 'react';
import { useProject } from '../../app/state/project';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { type SessionFailure, sessionSentences, tellRefusal, useGuardedResume } from '../sessions';

export type ChatActs = {
  /** A draft is started with it, a paused session resumed; a working one queues it. False: it was refused. */
  readonly send: (text: string, permissionMode: string, images?: readonly PromptImage[]) => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  /** A queued prompt, which is then not queued any more; null when it has been sent meanwhile. */
  readonly takeBack: (
    promptId: string,
  ) => Promise<{ readonly text: string; readonly images: readonly PromptImage[] } | null>;
  /** Stops the turn that runs; this one of the queue follows. */
  readonly sendNow: (promptId: string) => Promise<boolean>;
  /** The one file of the session's folder with this name; null: none, or several. */
  readonly fileNamed: (name: string) => Promise<string | null>;
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
  const resume = useGuardedResume();
  return useMemo(() => {
    const one = { id, project };
    return {
      async send(text, permission_mode, held = []) {
        const images = held.map(({ media_type, data }) => ({ media_type, data }));
        const along = images.length === 0 ? {} : { images };
        // Pictures cannot go along with a start: it is started first, and asked then.
        const first = images.length === 0 ? { prompt: text } : {};
        if (status === 'paused') {
          const isResumed = await resume(id, { ...first, permission_mode });
          if (!isResumed || images.length === 0) return isResumed;
        }
        if (status === 'draft') {
          const run = await client.call('sessions.start', { ...one, ...first, permission_mode });
          // The panel says it, with the way on.
          tellRefusal(id, run.ok ? null : run.error);
          if (!run.ok || images.length === 0) return run.ok;
        }
        return isDone(await client.call('sessions.prompt', { ...one, text, ...along }));
      },
      stop: async () => isDone(await client.call('sessions.interrupt', one)),
      async takeBack(prompt_id) {
        const result = await client.call('sessions.takeBackPrompt', { ...one, prompt_id });
        if (result.ok) return result.value;
        say(result.error);
        return null;
      },
      sendNow: async (prompt_id) => isDone(await client.call('sessions.sendNow', { ...one, prompt_id })),
      async fileNamed(name) {
        const found = await client.ask('sessions.files', { ...one, typed: name.slice(0, 500), limit: 50 });
        const same = found.ok ? found.value.files.filter((path) => path.split('/').at(-1) === name) : [];
        return same.length === 1 ? (same[0] ?? null) : null;
      },
      answer: async (permission_id, answer) =>
        isDone(await client.call('sessions.answerPermission', { ...one, permission_id, answer })),
    };
  }, [client, project, id, status, resume]);
}
