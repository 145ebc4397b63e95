import type { BackgroundTask } from '@domain/session/live';
import { objectOf, objectsOf, textOf } from '@domain/transcript/json-fields';
import type { DriverEvent, UsageLimit } from '../../ports/claude-driver';

type Json = Readonly<Record<string, unknown>>;

/** What the stream tells besides the conversation: retries, background tasks, the usage limit. */
export type StreamNotices = {
  onTurn(): void;
  /** `inputOf`: what a running call was given. */
  onSystem(line: Json, inputOf: (toolUseId: string) => Json | undefined): DriverEvent | null;
  /** The last answer of a turn says whether the limit ended it. */
  onAnswer(line: Json): void;
  onRateLimit(line: Json): void;
  limit(): UsageLimit | null;
};

export function createStreamNotices(): StreamNotices {
  /** By their ids. Version 2.1.197 tells them one by one and not who is left. */
  const tasks = new Map<string, BackgroundTask>();
  let isLimited = false;
  let resetsAt: string | null = null;

  const told = (): DriverEvent => ({ type: 'tasks', tasks: [...tasks.values()] });

  const onTaskStarted = (line: Json, inputOf: (id: string) => Json | undefined): DriverEvent | null => {
    const task = taskOf(line);
    const isAsked = inputOf(task?.tool_use_id ?? '')?.['run_in_background'] === true;
    // Who is waited for is seen as a running call.
    if (task === null || (line['is_backgrounded'] !== true && !isAsked)) return null;
    tasks.set(task.id, task);
    return told();
  };

  return {
    onTurn: () => {
      isLimited = false;
    },
    onSystem(line, inputOf) {
      switch (line['subtype']) {
        case 'api_retry':
          return {
            type: 'retrying',
            retry: {
              attempt: count(line['attempt']) ?? 0,
              max_attempts: count(line['max_retries']) ?? 0,
              retry_in_ms: count(line['retry_delay_ms']) ?? 0,
              ...status(line['error_status']),
            },
          };
        case 'task_started':
          return onTaskStarted(line, inputOf);
        case 'task_notification':
          return tasks.delete(textOf(line['task_id']) ?? '') ? told() : null;
        case 'background_tasks_changed': {
          const known = new Map(tasks);
          tasks.clear();
          for (const each of objectsOf(line['tasks'])) {
            const task = taskOf(each);
            if (task !== null) tasks.set(task.id, { ...known.get(task.id), ...task });
          }
          return told();
        }
        default:
          return null;
      }
    },
    onAnswer(line) {
      isLimited = line['error'] === 'rate_limit';
    },
    onRateLimit(line) {
      const info = objectOf(line['rate_limit_info']);
      const seconds = count(info?.['resetsAt']);
      resetsAt =
        info?.['status'] === 'rejected' && seconds !== null && seconds < 1e11
          ? new Date(seconds * 1000).toISOString()
          : null;
    },
    limit: () => (isLimited ? { resets_at: resetsAt } : null),
  };
}

function taskOf(line: Json): BackgroundTask | null {
  const id = textOf(line['task_id'])?.slice(0, 200);
  if (id === undefined) return null;
  const tool_use_id = textOf(line['tool_use_id'])?.slice(0, 200);
  return {
    id,
    kind: (textOf(line['task_type']) ?? 'task').slice(0, 100),
    description: textOf(line['description']) ?? '',
    ...(tool_use_id === undefined ? {} : { tool_use_id }),
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && Number.isSafeInteger(Math.round(value))
    ? Math.round(value)
    : null;
}

function status(value: unknown): { http_status?: number } {
  const http_status = count(value);
  return http_status === null ? {} : { http_status };
}
