import { splitContext } from './context-pack';
import type { Message, ToolCall } from './message';
import { fileWrittenBy } from './work-mark';

/** What a session's messages say about the work, taken from fields and never guessed from prose. */
export type Digest = {
  /** What the person asked, oldest first, without slash commands. */
  readonly prompts: readonly string[];
  readonly lastAnswer: string | null;
  /** Questions Claude asked with their answers, and plans that were agreed to. */
  readonly decisions: readonly string[];
  /** The latest list Claude kept. */
  readonly todos: readonly { readonly text: string; readonly isDone: boolean }[];
  /** Written by a tool that succeeded, in the order of the first time. */
  readonly edited: readonly string[];
  /** Commands that look like test runs; of several runs of one command the last counts. */
  readonly tests: readonly { readonly command: string; readonly success: boolean }[];
};

const TEST_RUN =
  /(?:^|[\s;&|(])(?:(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+(?:t|test|check)\b|(?:npx\s+|bunx\s+)?(?:vitest|jest|mocha|ava|playwright\s+test)\b|node\s+(?:\S+\s+)*--test\b|deno\s+test\b|(?:python3?\s+-m\s+)?(?:pytest|unittest)\b|tox\b|go\s+test\b|cargo\s+(?:test|nextest)\b|make\s+(?:\S+\s+)*(?:test|check)\b|(?:mvn|gradle|\.\/gradlew)\s+(?:\S+\s+)*(?:test|verify|check)\b|ctest\b|(?:bundle\s+exec\s+)?rspec\b|(?:\S*\/)?phpunit\b|dotnet\s+test\b|mix\s+test\b|swift\s+test\b|bats\b)/;
const LONGEST = 500;
const LOOKED_AT = 1_000;

/** A command may carry a whole file: the run stands before or behind it, and the pattern is slow on lines that long. */
export function looksLikeTests(command: string): boolean {
  const isLong = command.length > 2 * LOOKED_AT;
  return TEST_RUN.test(isLong ? `${command.slice(0, LOOKED_AT)}\n${command.slice(-LOOKED_AT)}` : command);
}

export function digestOf(messages: readonly Message[]): Digest {
  // A message is told again when it has grown: its latest form counts, in the place of its first.
  const latest = new Map(messages.map((message) => [message.id, message]));
  const own = [...latest.values()].filter(
    ({ agent_id, is_pruned }) => agent_id === undefined && is_pruned !== true,
  );
  const calls = own.flatMap(({ tool_calls }) => tool_calls ?? []);
  const answer = own.findLast((message) => message.role === 'assistant' && textOf(message) !== '');
  return {
    prompts: own.filter(isPrompt).map((message) => splitContext(textOf(message)).prompt),
    lastAnswer: answer === undefined ? null : textOf(answer),
    decisions: calls.flatMap(decisionOf),
    todos: todosOf(calls),
    edited: [...new Set(calls.flatMap((call) => fileWrittenBy(call) ?? []))],
    tests: testsOf(calls),
  };
}

const isPrompt = (message: Message) =>
  message.role === 'user' && message.notice === undefined && textOf(message) !== '';

export function textOf({ content }: Pick<Message, 'content'>): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
    .join('\n\n')
    .trim();
}

function decisionOf({ tool, input, output, success }: ToolCall): string[] {
  if (!success) return [];
  if (tool === 'ExitPlanMode' && typeof input['plan'] === 'string')
    return [`Plan agreed: ${cut(input['plan'])}`];
  return tool === 'AskUserQuestion' && output !== undefined ? [cut(output)] : [];
}

function todosOf(calls: readonly ToolCall[]): Digest['todos'] {
  const list = calls.findLast(({ tool, success }) => tool === 'TodoWrite' && success)?.input['todos'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const { content, status } = (item ?? {}) as { content?: unknown; status?: unknown };
    return typeof content === 'string' ? [{ text: cut(content), isDone: status === 'completed' }] : [];
  });
}

function testsOf(calls: readonly ToolCall[]): Digest['tests'] {
  const last = new Map<string, boolean>();
  for (const { tool, input, success } of calls) {
    const command = input['command'];
    if (tool !== 'Bash' || typeof command !== 'string' || !looksLikeTests(command)) continue;
    last.delete(command);
    last.set(command, success);
  }
  return [...last].map(([command, success]) => ({ command: cut(command), success }));
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
