import { filterToolCall } from '@domain/privacy/filter-message';
import { filterText } from '@domain/privacy/filter-text';
import { filterValue } from '@domain/privacy/filter-value';
import { createTally } from '@domain/privacy/tally';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { RunEnd } from '@domain/session/audit';
import type { TextInvalid } from '@domain/session/errors';

export const textLimits = {
  title: 300,
  objective: 20_000,
  notes: 100_000,
  summary: 20_000,
  prompt: 500_000,
  agent_id: 500,
  branch: 500,
  file: 4096,
} as const;
export type TextField = keyof typeof textLimits;

/** The one place text passes before a fact is made of it. A run's end says what was taken, never the value. */
export type Clean = {
  /** One or many lines; a title, a branch and an agent are one. */
  text(field: TextField, raw: string): Result<string, TextInvalid>;
  /** Empty means none. */
  optional(field: TextField, raw: string | null | undefined): Result<string | undefined, TextInvalid>;
  /** A tag that looks like a key is refused by its own rules once the key is gone from it. */
  tags(raw: readonly string[]): string[];
  value(raw: Record<string, unknown>): Record<string, unknown>;
  runEnd(end: RunEnd, policy: PrivacyPolicy): RunEnd;
};

const manyLines: ReadonlySet<TextField> = new Set(['objective', 'notes', 'summary', 'prompt']);

export function createClean(): Clean {
  const shapes = (raw: string) => filterText(raw, 'shapes').text;
  const text: Clean['text'] = (field, raw) => {
    const limit = textLimits[field];
    const flat = manyLines.has(field) ? withoutControls(raw) : oneLine(raw);
    if (flat.length > limit) return err({ code: 'text-invalid', field, reason: 'too-long', limit });
    return ok(shapes(flat));
  };
  return {
    text,
    optional(field, raw) {
      if (raw === null || raw === undefined || raw.trim() === '') return ok(undefined);
      return text(field, raw);
    },
    tags: (raw) => raw.map(shapes),
    value: (raw) => filterValue(raw, 'redacted').value as Record<string, unknown>,
    runEnd(end, policy) {
      const tally = createTally();
      const said = (raw: string) => {
        const { text: kept, redactions } = filterText(raw, 'shapes');
        tally.add(null, redactions);
        return kept;
      };
      return {
        result: end.result === null ? null : said(end.result),
        error: end.error === null ? null : said(end.error),
        success: end.success,
        tool_calls: end.tool_calls.map((call) => {
          const filtered = filterToolCall(call, policy);
          tally.add(call.tool, filtered.redactions);
          return filtered.call;
        }),
        redactions: tally.counts(),
      };
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay in one line
const lineBreakers = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: tab and line feed stay, the rest steers terminals
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g;

function oneLine(raw: string): string {
  return raw.replace(lineBreakers, ' ').trim();
}

function withoutControls(raw: string): string {
  return raw.replace(/\r\n?/g, '\n').replace(controls, ' ').trim();
}
