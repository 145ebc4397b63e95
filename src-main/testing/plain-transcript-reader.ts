import { existsSync, readdirSync, readFileSync } from 'node:fs';

/*
 * A second opinion: reads a transcript without any code of the program, so that the two can be compared. It must not import
 * anything of ours.
 */
export type PlainMessage = {
  id: string;
  who: string;
  said: string[];
  calls: { id: string; tool: string; input: unknown; output: string; failed: boolean }[];
  /** What it is, when it is not simply said. */
  kind?: string;
  /** The subagent that spoke, and the call that began it. */
  agent?: string;
  call?: string;
};

// biome-ignore lint/suspicious/noExplicitAny: lines of another program, taken as they are
type Line = any;

/** The session's own thread, then those of its subagents by their names. */
export function readTranscriptPlainly(path: string): PlainMessage[] {
  const lines = linesOf(path);
  const calls: Record<string, string> = {};
  for (const line of lines)
    if (line.toolUseResult?.agentId) calls[line.toolUseResult.agentId] = line.message.content[0].tool_use_id;
  const own = parentsFirst(lines.filter((line) => !line.isSidechain));
  const thread = messagesOf(own, shownIn(own));

  const folder = path.replace(/\.jsonl$/, '/subagents');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  for (const name of names.sort()) {
    const agent = name.replace(/^agent-|\.jsonl$/g, '');
    const meta = `${folder}/agent-${agent}.meta.json`;
    const call = existsSync(meta) ? JSON.parse(readFileSync(meta, 'utf8')).toolUseId : calls[agent];
    const said = messagesOf(linesOf(`${folder}/${name}`), () => true);
    thread.push(...said.map((message) => ({ ...message, agent, call })));
  }
  return thread;
}

/** What was used, each answer of the API once, by the largest of its lines; the subagents' files included. */
export function readTokensPlainly(path: string): { in: number; out: number; read: number; written: number } {
  const folder = path.replace(/\.jsonl$/, '/subagents');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  const answers = new Map<string, Line>();
  for (const line of [path, ...names.map((name) => `${folder}/${name}`)].flatMap(linesOf)) {
    if (line.type !== 'assistant' || line.message.model === '<synthetic>') continue;
    const key = line.message.id + line.requestId;
    const known = answers.get(key);
    if (known === undefined || line.message.usage.output_tokens > known.output_tokens)
      answers.set(key, line.message.usage);
  }
  const sum = (field: string) => [...answers.values()].reduce((all, usage) => all + (usage[field] ?? 0), 0);
  return {
    in: sum('input_tokens'),
    out: sum('output_tokens'),
    read: sum('cache_read_input_tokens'),
    written: sum('cache_creation_input_tokens'),
  };
}

function linesOf(path: string): Line[] {
  const lines: Line[] = [];
  const written = new Set<string>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    try {
      const line = JSON.parse(text);
      // A compaction may write down again what it keeps.
      if (line.uuid && written.has(line.uuid)) continue;
      written.add(line.uuid);
      lines.push(line);
    } catch {
      // A torn line is nobody's message.
    }
  }
  return lines;
}

/** The ancestors of the last thing said; a message counts when any line of it, or the answer to a call of it, is one. */
function shownIn(lines: Line[]): (line: Line) => boolean {
  const placed = lines.filter((line) => line.uuid);
  const speaks = (line: Line) =>
    line.type === 'user' || line.type === 'assistant' || line.attachment?.type === 'queued_command';
  const above = new Map<string, string | undefined>();
  /** As `above`, before anything that followed was looked at. */
  const hung = new Map<string, string | undefined>();
  let before: string | undefined;
  const remarks = new Set<string>();
  for (const line of placed) {
    const parent = line.parentUuid ?? line.logicalParentUuid ?? undefined;
    // What follows a remark goes on where the talk was, wherever the remark itself was hung.
    if (remarks.delete(parent)) above.set(parent, before);
    const place = parent === undefined || above.has(parent) ? parent : before;
    above.set(line.uuid, place);
    hung.set(line.uuid, place);
    const isRemark = ['api_error', 'informational', 'local_command', 'compact_boundary'].includes(
      line.subtype,
    );
    if (isRemark || line.attachment?.type === 'hook_non_blocking_error') remarks.add(line.uuid);
    if (speaks(line)) before = line.uuid;
  }
  const ancestors = new Set<string>();
  for (let at = before; at !== undefined; at = above.get(at)) ancestors.add(at);

  const used = new Map<string, string>();
  for (const line of placed)
    if (line.type === 'assistant')
      for (const part of line.message.content)
        if (part.type === 'tool_use') used.set(part.id, line.message.id);
  const nameOf = (line: Line) =>
    line.type === 'assistant'
      ? line.message.id
      : (used.get(Array.isArray(line.message?.content) ? line.message.content[0]?.tool_use_id : '') ??
        line.uuid);
  const names = new Set(placed.filter((line) => ancestors.has(line.uuid)).map(nameOf));
  const byId = new Map(placed.map((line) => [line.uuid, line]));
  return (line) => {
    // A compaction is no branch: with its summary it stands where the talk was that it sums up.
    const isSummary = line.isCompactSummary && byId.get(line.parentUuid)?.subtype === 'compact_boundary';
    if (speaks(line) && !isSummary) return names.has(nameOf(line));
    const remark = isSummary ? byId.get(line.parentUuid) : line;
    let host = byId.get(hung.get(remark.uuid) ?? '');
    while (host !== undefined && !speaks(host)) host = byId.get(above.get(host.uuid) ?? '');
    return host === undefined || names.has(nameOf(host));
  };
}

function messagesOf(lines: Line[], isShown: (line: Line) => boolean): PlainMessage[] {
  const results = new Map<string, { output: string; failed: boolean }>();
  for (const line of lines) {
    if (line.type !== 'user' || !Array.isArray(line.message?.content)) continue;
    for (const part of line.message.content) {
      if (part.type === 'tool_result')
        results.set(part.tool_use_id, { output: flat(part.content), failed: part.is_error === true });
    }
  }
  const messages: PlainMessage[] = [];
  const note = (line: Line, kind: string, ...said: string[]) =>
    messages.push({ id: line.uuid, who: 'system', said, calls: [], kind });
  for (const line of lines) {
    if (line.isMeta || !line.uuid || !isShown(line)) continue;
    if (line.type === 'system') {
      if (line.subtype === 'compact_boundary') note(line, 'compacted');
      if (line.subtype === 'api_error') note(line, 'api-retry', line.error.formatted);
      if (line.subtype === 'informational') note(line, 'info', line.content);
      if (line.subtype === 'local_command') note(line, 'command', line.content);
    } else if (line.type === 'attachment') {
      const { type, prompt, hookName, stderr, source_uuid } = line.attachment;
      if (type === 'hook_non_blocking_error') note(line, 'hook-error', `${hookName}: ${stderr}`);
      if (type !== 'queued_command') continue;
      const said = typeof prompt === 'string' ? [prompt] : prompt.map((part: Line) => part.text);
      messages.push({ id: source_uuid ?? line.uuid, who: 'user', said, calls: [] });
    } else if (line.type === 'user') {
      const { content } = line.message;
      const parts = typeof content === 'string' ? [{ text: content }] : content;
      if (parts.some((part: Line) => part.type === 'tool_result')) continue;
      // A picture says nothing.
      const said = parts.flatMap((part: Line) => (part.type === 'image' ? [] : [part.text]));
      const boundary = line.isCompactSummary && messages.find(({ id }) => id === line.parentUuid);
      if (boundary) boundary.said = said;
      else if (line.isCompactSummary) note(line, 'compacted', ...said);
      else if (said[0].startsWith('[Request interrupted')) note(line, 'interrupted', ...said);
      else if (said[0].startsWith('<task-notification>')) note(line, 'task', ...said);
      else if (/^<(command|local-command|bash)-/.test(said[0])) note(line, 'command', ...said);
      else messages.push({ id: line.uuid, who: 'user', said, calls: [] });
    } else if (line.type === 'assistant') addAnswer(messages, line, results);
  }
  return messages;
}

function addAnswer(
  messages: PlainMessage[],
  line: Line,
  results: Map<string, { output: string; failed: boolean }>,
) {
  let message = messages.find(({ id }) => id === line.message.id);
  if (message === undefined) {
    message = { id: line.message.id, who: 'assistant', said: [], calls: [] };
    messages.push(message);
  }
  if (line.message.model === '<synthetic>' && !line.isApiErrorMessage) {
    message.who = 'system';
    message.kind = 'info';
  }
  if (line.isApiErrorMessage) message.kind = line.error === 'rate_limit' ? 'usage-limit' : 'api-error';
  if (line.message.stop_reason === 'refusal') message.kind = 'refused';
  if (line.isAbortedMidStream) message.kind = 'interrupted';
  for (const part of line.message.content) {
    if (part.type === 'text') message.said.push(part.text);
    if (part.type === 'thinking') message.said.push(`(${part.thinking})`);
    const result = results.get(part.id);
    if (part.type === 'tool_use' && result !== undefined)
      message.calls.push({ id: part.id, tool: part.name, input: part.input, ...result });
  }
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
