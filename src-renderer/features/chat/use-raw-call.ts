import type { RawCall } from '@domain/session/raw-call';
import { useContext, useState } from 'react';
import { useProject } from '../../app/state/project';
import { useQueryEntry } from '../../bridge/react';
import { SessionOfThread } from './session-of-thread';
import type { ToolItem } from './thread.logic';
import { holdsText } from './withheld.logic';

/** A call as Claude wrote it down, asked for when it is wanted. Null: nobody has it (any more). Undefined: not known yet. */
export function useRawCall(callId: string, isWanted: boolean) {
  const project = useProject()?.path;
  const id = useContext(SessionOfThread);
  const { data, isError } = useQueryEntry(
    'sessions.toolCall',
    { project, id, call_id: callId },
    { isEnabled: isWanted && id !== '', staleMs: Number.POSITIVE_INFINITY },
  );
  return isError || id === '' ? null : data?.call;
}

export type WholeItem = {
  readonly item: ToolItem;
  /** Why the text of it is not shown; null: it is, or none was taken away. */
  readonly missing: 'reading' | 'gone' | 'too-large' | null;
};

/** What the privacy settings kept out of the record is shown all the same to who looks: it is read from Claude's own file. */
export function useWholeItem(item: ToolItem, isWanted: boolean): WholeItem {
  const isKept = holdsText(item);
  // As it happened it was told in full; recorded, it is the same call without its text.
  const [seen, setSeen] = useState(isKept ? item.input : null);
  if (isKept && seen !== item.input) setSeen(item.input);
  // Why it failed stands in its answer, which was taken away with the rest.
  const isSeen = seen !== null && item.call?.success !== false;
  const raw = useRawCall(item.id, isWanted && !isKept && !isSeen);
  if (isKept) return { item, missing: null };
  const whole = raw?.input ? wholeItem(item, raw.input, raw.output) : null;
  if (whole !== null && holdsText(whole)) return { item: whole, missing: null };
  if (seen !== null) return { item: wholeItem(item, seen, null), missing: null };
  if (raw === undefined) return { item, missing: isWanted ? 'reading' : null };
  return { item, missing: raw?.input === null ? 'too-large' : 'gone' };
}

function wholeItem(item: ToolItem, input: ToolItem['input'], output: RawCall['output']): ToolItem {
  if (item.call === null) return { ...item, input };
  const { withheld: _, ...call } = item.call;
  const answer = output === null ? {} : { output: output.text };
  const cut = output?.is_cut === true ? { truncated: true, output_bytes: output.bytes } : {};
  return { ...item, input, call: { ...call, ...answer, ...cut } };
}
