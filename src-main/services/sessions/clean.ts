import { filterToolCall } from '@domain/privacy/filter-message';
import { addRedactions, filterText, type Redactions } from '@domain/privacy/filter-text';
import { filterValue } from '@domain/privacy/filter-value';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { RunEnd } from '@domain/session/audit';
import type { TextInvalid } from '@domain/session/errors';

export const textLimits = {
  title: 300,
  objective: 20_000,
  notes: 100_000,
  prompt: 500_000,
  agent_id: 500,
  branch: 500,
  file: 4096,
} as const;
export type TextField = keyof typeof textLimits;

/** The one place text passes before a fact is made of it. Counts what it took away, never the value. */
export type Clean = {
  /** One or many lines; a title, a branch and an agent are one. */
  text(field: TextField, raw: string): Result<string, TextInvalid>;
  /** Empty means none. */
  optional(field: TextField, raw: string | null | undefined): Result<string | undefined, TextInvalid>;
  /** A tag that looks like a key is refused by its own rules once the key is gone from it. */
  tags(raw: readonly string[]): string[];
  value(raw: Record<string, unknown>): Record<string, unknown>;
  runEnd(end: RunEnd, policy: PrivacyPolicy): RunEnd;
  count(tool: string | null, redactions: Redactions): void;
  counts(): ReadonlyMap<string | null, Redactions>;
};

const manyLines: ReadonlySet<TextField> = new Set(['objective', 'notes', 'prompt']);

export function createClean(): Clean {
  const counts = new Map<string | null, Redactions>();
  const count = (tool: string | null, redactions: Redactions) => {
    if (Object.keys(redactions).length > 0)
      counts.set(tool, addRedactions(counts.get(tool) ?? {}, redactions));
  };
  const shapes = (raw: string) => {
    const { text, redactions } = filterText(raw, 'shapes');
    count(null, redactions);
    return text;
  };
  const text: Clean['text'] = (field, raw) => {
    const limit = textLimits[field];
    const flat = manyLines.has(field) ? withoutControls(raw) : oneLine(raw);
    if (flat.length > limit) return err({ code: 'text-invalid', field, reason: 'too-long', limit });
    return ok(shapes(flat));
  };
  return {
    text,
    count,
    counts: () => counts,
    optional(field, raw) {
      if (raw === null || raw === undefined || raw.trim() === '') return ok(undefined);
      return text(field, raw);
    },
    tags: (raw) => raw.map(shapes),
    value(raw) {
      const filtered = filterValue(raw, 'redacted');
      count(null, filtered.redactions);
      return filtered.value as Record<string, unknown>;
    },
    runEnd: (end, policy) => ({
      result: end.result === null ? null : shapes(end.result),
      error: end.error === null ? null : shapes(end.error),
      success: end.success,
      tool_calls: end.tool_calls.map((call) => {
        const filtered = filterToolCall(call, policy);
        count(call.tool, filtered.redactions);
        return filtered.call;
      }),
    }),
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
