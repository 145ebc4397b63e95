import { readFileSync } from 'node:fs';

/*
 * A second opinion: reads a transcript without any code of the program, so that the two can be compared. It must not import
 * anything of ours.
 */
export type PlainMessage = {
  id: string;
  who: string;
  said: string[];
  calls: { id: string; tool: string; input: unknown; output: string; failed: boolean }[];
};

// biome-ignore lint/suspicious/noExplicitAny: lines of another program, taken as they are
type Line = any;

export function readTranscriptPlainly(path: string): PlainMessage[] {
  const lines: Line[] = [];
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    try {
      lines.push(JSON.parse(text));
    } catch {
      // A torn line is nobody's message.
    }
  }
  const results = new Map<string, { output: string; failed: boolean }>();
  for (const line of lines) {
    if (line.type !== 'user' || !Array.isArray(line.message?.content)) continue;
    for (const part of line.message.content) {
      if (part.type === 'tool_result')
        results.set(part.tool_use_id, { output: flat(part.content), failed: part.is_error === true });
    }
  }
  const messages: PlainMessage[] = [];
  for (const line of parentsFirst(lines)) {
    if (line.isSidechain || line.isMeta || !line.message) continue;
    const parts =
      typeof line.message.content === 'string' ? [{ text: line.message.content }] : line.message.content;
    if (line.type === 'user') {
      if (parts.some((part: Line) => part.type === 'tool_result')) continue;
      const said = parts.map((part: Line) => part.text);
      const isOfTheCli = /^(\[Request interrupted|<command-|<local-command-)/.test(said[0]);
      const who = isOfTheCli || line.isCompactSummary ? 'system' : 'user';
      messages.push({ id: line.uuid, who, said, calls: [] });
    } else if (line.type === 'assistant') {
      let message = messages.find(({ id }) => id === line.message.id);
      if (message === undefined) {
        message = { id: line.message.id, who: 'assistant', said: [], calls: [] };
        messages.push(message);
      }
      for (const part of parts) {
        if (part.type === 'text') message.said.push(part.text);
        if (part.type === 'thinking') message.said.push(`(${part.thinking})`);
        const result = results.get(part.id);
        if (part.type === 'tool_use' && result !== undefined)
          message.calls.push({ id: part.id, tool: part.name, input: part.input, ...result });
      }
    }
  }
  return messages;
}

/** Claude may write an answer before its question; the question is what it hangs on. */
function parentsFirst(lines: Line[]): Line[] {
  const there = new Set(lines.map((line) => line.uuid));
  const done = new Set<string>();
  const sorted: Line[] = [];
  let left = lines;
  while (left.length > 0) {
    const at = left.findIndex(
      ({ parentUuid }) => !parentUuid || !there.has(parentUuid) || done.has(parentUuid),
    );
    const line = left[Math.max(0, at)];
    left = left.filter((other) => other !== line);
    done.add(line.uuid);
    sorted.push(line);
  }
  return sorted;
}

function flat(content: Line): string {
  return typeof content === 'string' ? content : content.map((part: Line) => part.text ?? '').join('\n');
}
