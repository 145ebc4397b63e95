import { readTranscriptLine, type TranscriptLine } from './transcript-line';

/** Where a line belongs, without what it says: enough to know the messages of a transcript and their order. */
export type LinePlace = {
  readonly uuid: string;
  readonly parent: string | null | undefined;
  readonly side: { readonly agent: string | null } | null;
  readonly kind: 'prompt' | 'assistant' | 'results' | 'notice' | 'boundary' | 'summary' | 'other';
  /** It can be the end of no thread. */
  readonly isComment: boolean;
  /** Of every kind but results and others. */
  readonly messageId: string;
  /** Calls of tools: id and name. */
  readonly uses: readonly { readonly id: string; readonly tool: string }[];
  /** The calls that are answered here. */
  readonly results: readonly string[];
  readonly answeredBy: string | null;
  /** All input of the answer; 0 when it is not said. */
  readonly contextTokens: number;
};

export type PlacedLine = LinePlace | 'broken' | 'state';

/** By the full reader. */
export function placeOfLine(text: string): PlacedLine {
  const line = readTranscriptLine(text);
  return line.type === 'broken' || line.type === 'state' ? line.type : placeOf(line);
}

const nothing = {
  isComment: false,
  messageId: '',
  uses: [],
  results: [],
  answeredBy: null,
  contextTokens: 0,
};

function placeOf(line: Exclude<TranscriptLine, { type: 'broken' | 'state' }>): LinePlace {
  const { uuid, parent, side } = line;
  const base = { ...nothing, uuid, parent, side };
  switch (line.type) {
    case 'prompt':
    case 'summary':
      return { ...base, kind: line.type, messageId: line.message.id };
    case 'notice': {
      const kind = line.message.notice === 'compacted' ? 'boundary' : 'notice';
      return { ...base, kind, isComment: line.isComment, messageId: line.message.id };
    }
    case 'assistant': {
      const { id, content } = line.message;
      const uses = content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, tool: block.tool }] : [],
      );
      return { ...base, kind: 'assistant', messageId: id, uses };
    }
    case 'tool-results':
      return {
        ...base,
        kind: 'results',
        results: line.results.map(({ tool_use_id }) => tool_use_id),
        answeredBy: line.answeredBy,
      };
    case 'other':
      return { ...base, kind: 'other' };
  }
}
