import type { ContentBlock, Message, ToolCall } from './message';
import type { Session } from './record';
import type { Run } from './run';

/*
 * A session as a page to read: what it was, how it went, everything said. Text comes filtered from the store; here it
 * is only kept from breaking the page. Head and messages are apart so that a long session is written piece by piece.
 */
export function markdownHead(session: Session, runs: readonly Run[]): string {
  const facts: [string, string | number | undefined][] = [
    ['Session', code(session.id)],
    ['Status', statusLine(session)],
    ['Bead', session.bead_id && code(session.bead_id)],
    ['Agent', session.agent_id ?? session.agent],
    ['Rig', session.rig],
    ['Model', session.model],
    ['Created', session.created_at],
    ['Started', session.started_at],
    ['Paused', session.status === 'paused' ? session.paused_at : undefined],
    ['Closed', session.closed_at],
    [
      'Active time',
      session.total_duration_ms === undefined ? undefined : durationText(session.total_duration_ms),
    ],
    ['Tokens', session.total_tokens],
    ['Folder', session.cwd && code(session.cwd)],
    ['Branch', session.branch && code(session.branch)],
    ['Trigger', session.trigger_source],
    ['Tags', session.tags.length > 0 ? session.tags.map(code).join(', ') : undefined],
    ['Chain', session.chain_id === session.id ? undefined : code(session.chain_id)],
    ['Parent', session.parent_id && code(session.parent_id)],
    ['Children', session.child_ids.length > 0 ? session.child_ids.map(code).join(', ') : undefined],
  ];
  const parts = [
    `# ${oneLine(session.title ?? session.bead_id ?? 'Untitled session')}`,
    facts.flatMap(([name, value]) => (value ? [`- **${name}:** ${oneLine(String(value))}`] : [])).join('\n'),
    section('Objective', session.objective),
    section('Summary', session.summary),
    section('Notes', session.notes),
    section('Files touched', list(session.files_touched)),
    section('Commits', list(session.commits)),
    runs.length > 0 ? `## Runs\n\n${runs.map(runPart).join('\n\n')}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export const markdownMessagesTitle = '\n## Messages\n';

export function markdownMessage(message: Message): string {
  const who = { user: 'User', assistant: 'Claude', system: 'System' }[message.role];
  const subagent = message.agent_id === undefined ? '' : ` (subagent ${oneLine(message.agent_id)})`;
  const calls = new Map((message.tool_calls ?? []).map((call) => [call.id, call]));
  const blocks = message.content.map((block) => {
    const call = block.type === 'tool_use' ? calls.get(block.id) : undefined;
    // A call stands where it was made, once, with its answer.
    if (call !== undefined) calls.delete(call.id);
    return call === undefined ? blockPart(block) : callPart(call);
  });
  return `\n### ${who}${subagent} · ${message.timestamp}\n\n${[
    ...blocks,
    ...[...calls.values()].map(callPart),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function callPart({ tool, success, input, output }: ToolCall): string {
  const answer = output === undefined ? '' : `\n\n${fence(output)}`;
  const asked = Object.keys(input).length === 0 ? '' : `\n\n${fence(JSON.stringify(input, null, 2), 'json')}`;
  return `**Tool ${oneLine(tool)}** (${success ? 'ok' : 'failed'})${asked}${answer}`;
}

export function markdownOf(session: Session, runs: readonly Run[], messages: readonly Message[]): string {
  const said = messages.length === 0 ? '' : markdownMessagesTitle + messages.map(markdownMessage).join('');
  return markdownHead(session, runs) + said;
}

/** `45m`, `2h 5m`, `12s`: as the session list shows it. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  return minutes % 60 === 0
    ? `${Math.floor(minutes / 60)}h`
    : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

function statusLine(session: Session): string {
  const detail =
    session.status === 'closed'
      ? session.outcome
      : session.status === 'paused'
        ? session.pause_reason
        : undefined;
  return detail === undefined ? session.status : `${session.status} (${detail})`;
}

function runPart(run: Run): string {
  const end =
    run.completed_at === null
      ? 'not completed'
      : `${run.success ? 'succeeded' : 'failed'} after ${durationText(run.duration_ms ?? 0)}`;
  const parts = [`### Run ${run.started_at} · ${oneLine(run.trigger_source)} · ${end}`];
  if (run.prompt !== '') parts.push(quote(run.prompt));
  if (run.result) parts.push(run.result);
  if (run.error) parts.push(`Error: ${run.error}`);
  return parts.join('\n\n');
}

function blockPart(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      return quote(`Thinking: ${block.text}`);
    case 'tool_use':
      return `**Tool ${oneLine(block.tool)}**\n\n${fence(JSON.stringify(block.input, null, 2), 'json')}`;
    case 'tool_result':
      return `**Result** (${block.success ? 'ok' : 'failed'}${block.truncated ? ', truncated' : ''})\n\n${fence(block.text)}`;
    case 'image':
      return `*Image (${oneLine(block.media_type)})*`;
  }
}

/** Longer than any run of backticks inside, so that the text cannot close its own fence. */
function fence(text: string, language = ''): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, match) => Math.max(most, match[0].length), 2);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function section(title: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `## ${title}\n\n${text}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${code(item)}`).join('\n');
}

function quote(text: string): string {
  return text.replace(/^/gm, '> ');
}

function code(text: string): string {
  const flat = oneLine(text);
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a title from a transcript may hold any of them
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
