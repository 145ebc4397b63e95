import type { BackgroundTask } from '@domain/session/live';
import { objectOf, objectsOf, parseObject, textOf } from '@domain/transcript/json-fields';

/*
 * What works on in the background of a Claude in its terminal, by its record: nothing else there tells of it.
 * B1  It begins when the answer to its call says so, and ends with a notification or when Claude has stopped it.
 * B2  What an earlier process began has ended with that one: only lines since our own start count.
 */
export type BackgroundNotes = {
  /** True: there are more now, or fewer. */
  heardLine(line: string): boolean;
  tasks(): readonly BackgroundTask[];
};

const MARKS = ['run_in_background', 'backgroundTaskId', 'async_launched', '<task-notification>'];
const STOPPERS = ['KillShell', 'KillBash', 'TaskStop'];
const ENDED = /^<task-notification>[\s\S]*?<task-id>([\w-]{1,200})<\/task-id>/;

type Json = Readonly<Record<string, unknown>>;

export function createBackgroundNotes(since: string): BackgroundNotes {
  const tasks = new Map<string, BackgroundTask>();
  /** Calls that may begin one, by their ids, with what they are called. */
  const beginning = new Map<string, string>();
  /** Calls that stop one: which. */
  const stopping = new Map<string, string>();

  const onUse = (block: Json) => {
    const [id, input] = [textOf(block['id']), objectOf(block['input'])];
    if (block['type'] !== 'tool_use' || id === null) return;
    if (input?.['run_in_background'] === true) beginning.set(id, textOf(input['description']) ?? '');
    const stopped = textOf(input?.['task_id']) ?? textOf(input?.['shell_id']);
    if (STOPPERS.includes(textOf(block['name']) ?? '') && stopped !== null) stopping.set(id, stopped);
  };
  const onResult = (block: Json, facts: Json | null): boolean => {
    const call = textOf(block['tool_use_id']);
    if (block['type'] !== 'tool_result' || call === null) return false;
    const stopped = stopping.get(call);
    stopping.delete(call);
    const description = beginning.get(call) ?? textOf(facts?.['description']) ?? '';
    beginning.delete(call);
    if (stopped !== undefined) return block['is_error'] !== true && tasks.delete(stopped);
    const shell = textOf(facts?.['backgroundTaskId']);
    const agent = facts?.['status'] === 'async_launched' ? textOf(facts['agentId']) : null;
    const id = (shell ?? agent)?.slice(0, 200);
    if (id === undefined) return false;
    const kind = shell === null ? 'local_agent' : 'local_bash';
    tasks.set(id, { id, kind, description, tool_use_id: call.slice(0, 200) });
    return true;
  };
  const onNotification = (text: string | null): boolean => {
    const id = ENDED.exec(text ?? '')?.[1];
    return id !== undefined && tasks.delete(id);
  };

  return {
    tasks: () => [...tasks.values()],
    heardLine(text) {
      const marks = stopping.size > 0 ? [...MARKS, ...STOPPERS, 'tool_result'] : [...MARKS, ...STOPPERS];
      const isAbout = marks.some((mark) => text.includes(mark));
      const line = isAbout ? parseObject(text) : null;
      if (line === null || (textOf(line['timestamp']) ?? '') < since) return false;
      const content = objectOf(line['message'])?.['content'];
      if (line['type'] === 'assistant') for (const block of objectsOf(content)) onUse(block);
      const facts = objectOf(line['toolUseResult']);
      const results =
        line['type'] === 'user' ? objectsOf(content).map((block) => onResult(block, facts)) : [];
      const said = [content, line['content'], objectOf(line['attachment'])?.['prompt']].map(textOf);
      return [...results, ...said.map(onNotification)].includes(true);
    },
  };
}
