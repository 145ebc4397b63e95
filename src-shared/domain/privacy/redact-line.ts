import { objectOf, objectsOf, parseObject, textOf } from '@domain/transcript/json-fields';
import { filterInput, filterValue } from './filter-value';
import { type PrivacyPolicy, tierOf } from './tiers';

/** A line of a transcript as it may be kept: secrets taken out, and of tools what their tier leaves. */
export type LineRedactor = (line: string) => string;

export function createLineRedactor(policy: PrivacyPolicy): LineRedactor {
  const tools = new Map<string, string>();
  const isWithheld = (call: string | null) => {
    const tool = call === null ? undefined : tools.get(call);
    const tier = tool === undefined ? 'redacted' : tierOf(policy, tool);
    return tier === 'metadata' || tier === 'none';
  };

  const redactBlock = (block: Readonly<Record<string, unknown>>): unknown => {
    if (block['type'] === 'tool_use') {
      const tool = textOf(block['name']) ?? '';
      const id = textOf(block['id']);
      if (id !== null) tools.set(id, tool);
      return { ...block, input: filterInput(objectOf(block['input']) ?? {}, tierOf(policy, tool)).input };
    }
    if (block['type'] === 'tool_result' && isWithheld(textOf(block['tool_use_id'])))
      return { ...block, content: '' };
    if (block['type'] === 'image') return { type: 'image' };
    return filterValue(block, 'redacted').value;
  };

  return (text) => {
    const line = parseObject(text);
    // What is no JSON cannot be told from a secret.
    if (line === null) return '';
    const { message, toolUseResult, ...rest } = line;
    const said = objectOf(message);
    const content = said?.['content'];
    const results = objectsOf(content).filter((block) => block['type'] === 'tool_result');
    const isKept = results.every((block) => !isWithheld(textOf(block['tool_use_id'])));
    const kept = {
      ...(filterValue(rest, 'redacted').value as object),
      ...(said === null
        ? {}
        : {
            message: {
              ...(filterValue({ ...said, content: undefined }, 'redacted').value as object),
              content: Array.isArray(content)
                ? objectsOf(content).map(redactBlock)
                : filterValue(content, 'redacted').value,
            },
          }),
      ...(toolUseResult === undefined || !isKept
        ? {}
        : { toolUseResult: filterValue(toolUseResult, 'redacted').value }),
    };
    return JSON.stringify(kept);
  };
}
