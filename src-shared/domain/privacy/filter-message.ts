import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import { addRedactions, filterText, type Redactions } from './filter-text';
import { type FilteredInput, filterInput } from './filter-value';
import type { RedactionCount } from './rules';
import { createTally } from './tally';
import { type PrivacyPolicy, type PrivacyTier, tierOf } from './tiers';

export type FilteredMessage = { readonly message: Message; readonly counts: readonly RedactionCount[] };

/** `toolOf` names the tool of an earlier `tool_use`; a result nobody asked for is treated as redacted. */
export function filterMessage(
  message: Message,
  policy: PrivacyPolicy,
  toolOf: (toolUseId: string) => string | null = () => null,
): FilteredMessage {
  const tally = createTally();
  const note = tally.add;
  // The arguments of a call stand in its block too; they are the largest part of many messages.
  const met = new Map<object, { readonly tier: PrivacyTier; readonly filtered: FilteredInput }>();
  const inputOnce: InputFilter = (input, tier) => {
    const known = met.get(input);
    if (known?.tier === tier) return known.filtered;
    const filtered = filterInput(input, tier);
    met.set(input, { tier, filtered });
    return filtered;
  };
  const content = message.content.map((block) => filterBlock(block, policy, toolOf, note, inputOnce));
  const calls = message.tool_calls?.map((call) => {
    const filtered = filterToolCall(call, policy, inputOnce);
    note(call.tool, filtered.redactions);
    return filtered.call;
  });
  const counts = tally.counts();
  return {
    message: {
      ...message,
      content,
      ...(calls === undefined ? {} : { tool_calls: calls }),
      ...(counts.length === 0 ? {} : { redactions: counts }),
    },
    counts,
  };
}

type InputFilter = typeof filterInput;

export function filterToolCall(
  call: ToolCall,
  policy: PrivacyPolicy,
  inputOf: InputFilter = filterInput,
): { call: ToolCall; redactions: Redactions } {
  const tier = tierOf(policy, call.tool);
  const input = inputOf(call.input, tier);
  const { output, ...rest } = call;
  const base: ToolCall = {
    ...rest,
    input: input.input,
    ...(tier === 'metadata' || tier === 'none' ? { withheld: tier } : {}),
  };
  if (output === undefined) return { call: base, redactions: input.redactions };
  if (isWithheld(tier))
    return {
      call: { ...base, output_bytes: call.output_bytes ?? output.length },
      redactions: input.redactions,
    };
  const filtered = filterText(output, tier === 'full' ? 'shapes' : 'redacted');
  return {
    call: { ...base, output: filtered.text },
    redactions: addRedactions(input.redactions, filtered.redactions),
  };
}

function filterBlock(
  block: ContentBlock,
  policy: PrivacyPolicy,
  toolOf: (toolUseId: string) => string | null,
  note: (tool: string | null, redactions: Redactions) => void,
  inputOf: InputFilter,
): ContentBlock {
  switch (block.type) {
    case 'text':
    case 'thinking': {
      const { text, redactions } = filterText(block.text, 'shapes');
      note(null, redactions);
      return { ...block, text };
    }
    case 'tool_use': {
      const { input, redactions } = inputOf(block.input, tierOf(policy, block.tool));
      note(block.tool, redactions);
      return { ...block, input };
    }
    case 'tool_result': {
      const tool = toolOf(block.tool_use_id);
      const tier = tool === null ? 'redacted' : tierOf(policy, tool);
      if (isWithheld(tier))
        return { ...block, text: '', withheld: tier, output_bytes: block.output_bytes ?? block.text.length };
      const { text, redactions } = filterText(block.text, tier === 'full' ? 'shapes' : 'redacted');
      note(tool, redactions);
      return { ...block, text };
    }
    case 'image':
      // The picture itself is never kept, whatever a caller put on the block.
      return { type: 'image', media_type: block.media_type, bytes: block.bytes };
  }
}

function isWithheld(tier: PrivacyTier): tier is 'metadata' | 'none' {
  return tier === 'metadata' || tier === 'none';
}
