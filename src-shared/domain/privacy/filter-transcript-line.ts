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
  const tier = tierOfResult(resultIn(line), policy, tools);
  return isWithheld(tier) ? filtered : { ...filtered, toolUseResult: atTier(toolUseResult, tier) };
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

function tierOfResult(
  id: string | null,
  policy: PrivacyPolicy,
  tools: ReadonlyMap<string, string>,
): PrivacyTier {
  const tool = id === null ? undefined : tools.get(id);
  return tool === undefined ? 'redacted' : tierOf(policy, tool);
}

function resultIn(line: Json): string | null {
  const content = isObject(line['message']) ? (line['message'] as Json)['content'] : null;
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const found = blocks.find((block) => isObject(block) && (block as Json)['type'] === 'tool_result');
  const id = found === undefined ? null : (found as Json)['tool_use_id'];
  return typeof id === 'string' ? id : null;
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
