import { commitsIn, type Work, workOf } from '@domain/history/work-left';
import { filterText } from '@domain/privacy/filter-text';
import { type PrivacyPolicy, tierOf } from '@domain/privacy/tiers';
import { blocksOf, resultsOf } from '@domain/transcript/content-blocks';
import { objectOf, parseObject, textOf } from '@domain/transcript/json-fields';
import type { TranscriptBytes } from '../../ports/transcript-pages';
import type { ToolReader } from '../../ports/transcripts';
import { createTextPacker, type TextPacker } from './pack-texts';
import { createLineReader, eachLine, openFile } from './read-lines';
import type { CopyOf } from './scan-run';
import { decode } from './scan-session';

/** What one slice reads at most: whoever waits for this thread waits no longer than for that. */
const SLICE_BYTES = 1024 * 1024;
const MARK = Buffer.from('"tool_');

/**
 * What tools answered, as far as the tier of the tool keeps it. The file is read from its beginning: what a tool is called
 * stands where it was called. An answer of a tool that nobody called here is passed over; it might be one that is withheld.
 */
export function createToolReader(
  policyOf: (folder: string | null) => PrivacyPolicy,
  copyOf: CopyOf = () => null,
): ToolReader {
  const reader = createLineReader();

  return {
    open({ sessionId, path, cwd, from, to }) {
      const open = (at: string): TranscriptBytes => {
        try {
          return openFile(at);
        } catch (error) {
          const copy = copyOf(sessionId, at);
          if (copy === null) throw error;
          return copy;
        }
      };
      const policy = policyOf(cwd);
      const tools = new Map<string, string>();
      /** Calls that leave something behind when they succeed. */
      const working = new Map<string, Work>();
      const met = new Set<string>();
      let offset = 0;

      const take = (line: string, at: number, texts: TextPacker, left: Set<Work>) => {
        const object = parseObject(line);
        const content = objectOf(object?.['message'])?.['content'];
        if (object === null || !Array.isArray(content)) return;
        for (const block of blocksOf(content)) {
          if (block.type !== 'tool_use') continue;
          tools.set(block.id, block.tool);
          const work = workOf(block.tool, block.input);
          if (work !== null) working.set(block.id, work);
        }
        const atMs = Date.parse(textOf(object['timestamp']) ?? '');
        for (const { tool_use_id, text, success } of resultsOf(content)) {
          const tool = tools.get(tool_use_id.slice(0, 200));
          const work = working.get(tool_use_id.slice(0, 200));
          if (work !== undefined && success && (work === 'files' || commitsIn(text).length > 0))
            left.add(work);
          const tier = tool === undefined ? 'none' : tierOf(policy, tool);
          const isNew = !met.has(tool_use_id);
          met.add(tool_use_id);
          if (at < from || !isNew || text === '' || tier === 'metadata' || tier === 'none') continue;
          const kept = filterText(text, tier === 'full' ? 'shapes' : 'redacted').text;
          texts.add('tool', kept, atMs, textOf(object['uuid']) ?? '');
        }
      };

      return {
        next() {
          if (offset >= to) return null;
          const texts = createTextPacker();
          const left = new Set<Work>();
          const see = (bytes: Uint8Array, begin: number, end: number, at: number) => {
            if (at >= to) return;
            const line = Buffer.from(bytes.buffer, bytes.byteOffset + begin, end - begin);
            if (line.includes(MARK)) take(decode(bytes, begin, end), at, texts, left);
          };
          const onTail = (bytes: Uint8Array, begin: number, end: number, at: number) => {
            see(bytes, begin, end, at);
            return true;
          };
          const events = { onLines: eachLine(see), onLost: () => {}, onTail };
          const read = reader.read(path, offset, events, SLICE_BYTES, open);
          offset = read.isEnd ? to : Math.min(to, read.offset);
          return { texts: texts.take(), work: [...left], to: offset };
        },
      };
    },
  };
}
