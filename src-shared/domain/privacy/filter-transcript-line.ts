import { filterText } from './filter-text';
import { filterInput, filterValue } from './filter-value';
import { type PrivacyPolicy, type PrivacyTier, tierOf } from './tiers';

type Json = Record<string, unknown>;

/** Deeper than any line goes; what is nested deeper is dropped rather than passed unread. */
const MAX_DEPTH = 40;

/**
 * A line of Claude's transcript as it may be kept: its shape and every id stay, tools by their tier, all other text by the
 * shapes. `tools` remembers which call was of which tool; a result nobody asked for is treated as redacted.
 */
export function filterTranscriptLine(line: Json, policy: PrivacyPolicy, tools: Map<string, string>): Json {
  const { toolUseResult, ...rest } = line;
  const filtered = walk(rest, policy, tools, 0) as Json;
  if (toolUseResult === undefined) return filtered;
  // Which of several results it belongs to is not said: the strictest of them counts.
  const tiers = resultsIn(line).map((id) => tierOfResult(id, policy, tools));
  if (tiers.some(isWithheld)) return filtered;
  const tier = tiers.length > 0 && tiers.every((each) => each === 'full') ? 'full' : 'redacted';
  return { ...filtered, toolUseResult: atTier(toolUseResult, tier) };
}

/** The rules for one transcript: each line is under those of the folder that it names. */
export function createLineFilter(policyOf: (folder: string | null) => PrivacyPolicy): (line: Json) => Json {
  const tools = new Map<string, string>();
  const known = new Map<string | null, PrivacyPolicy>();
  return (line) => {
    const folder = typeof line['cwd'] === 'string' ? line['cwd'] : null;
    const policy = known.get(folder) ?? policyOf(folder);
    known.set(folder, policy);
    return filterTranscriptLine(line, policy, tools);
  };
}

function walk(value: unknown, policy: PrivacyPolicy, tools: Map<string, string>, depth: number): unknown {
  if (typeof value === 'string') return filterText(value, 'shapes').text;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  const inner = (item: unknown) => walk(item, policy, tools, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  const block = value as Json;
  const each = (fields: Json): Json =>
    Object.fromEntries(
      Object.entries(fields).map(([name, item]) => [filterText(name, 'shapes').text, inner(item)]),
    );
  if (block['type'] === 'tool_use' && typeof block['name'] === 'string' && isObject(block['input'])) {
    const { input, ...rest } = block;
    if (typeof block['id'] === 'string') tools.set(block['id'], block['name']);
    return { ...each(rest), input: filterInput(input as Json, tierOf(policy, block['name'])).input };
  }
  if (block['type'] === 'tool_result' && typeof block['tool_use_id'] === 'string') {
    const { content, ...rest } = block;
    const tier = tierOfResult(block['tool_use_id'], policy, tools);
    return { ...each(rest), content: isWithheld(tier) ? '' : atTier(withoutPictures(content), tier) };
  }
  return each(withoutPicture(block));
}

function atTier(value: unknown, tier: PrivacyTier): unknown {
  return filterValue(value, tier === 'full' ? 'shapes' : 'redacted').value;
}

function tierOfResult(id: string, policy: PrivacyPolicy, tools: ReadonlyMap<string, string>): PrivacyTier {
  const tool = tools.get(id);
  return tool === undefined ? 'redacted' : tierOf(policy, tool);
}

function resultsIn(line: Json): string[] {
  const content = isObject(line['message']) ? (line['message'] as Json)['content'] : null;
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks.flatMap((block) => {
    if (!isObject(block) || (block as Json)['type'] !== 'tool_result') return [];
    const id = (block as Json)['tool_use_id'];
    return [typeof id === 'string' ? id : ''];
  });
}

/** The picture itself is never kept. */
function withoutPicture(block: Json): Json {
  if (block['type'] !== 'image' || !isObject(block['source'])) return block;
  return { ...block, source: { ...(block['source'] as Json), data: '' } };
}

function withoutPictures(content: unknown): unknown {
  return Array.isArray(content)
    ? content.map((block: unknown) => (isObject(block) ? withoutPicture(block as Json) : block))
    : content;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWithheld(tier: PrivacyTier): boolean {
  return tier === 'metadata' || tier === 'none';
}
