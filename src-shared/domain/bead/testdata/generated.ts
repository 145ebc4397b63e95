import { generate, render } from './make-beads.mjs';

export type Expected = {
  readonly now: string;
  readonly records: number;
  readonly liveRecords: number;
  readonly byStatus: Record<string, number>;
  readonly byType: Record<string, number>;
  readonly file: {
    readonly lines: number;
    readonly bytes: number;
    readonly oddLines: readonly { readonly line: number; readonly why: string }[];
  };
  readonly ready: readonly string[];
  readonly readyUpTo0493?: readonly string[];
  readonly blocked: Record<string, readonly string[]>;
  readonly special: readonly { readonly name: string; readonly id: string }[];
};

export type GeneratedOptions = {
  readonly seed: number | string;
  readonly count: number;
  readonly generation: 'sqlite' | 'dolt';
  readonly edge?: boolean;
  readonly broken?: boolean;
};

/** One generated project: its file and what the generator's own oracle expects of it. */
export function generated(options: GeneratedOptions): { text: string; expected: Expected } {
  const full = {
    prefix: 'demo',
    now: '2026-06-01T12:00:00Z',
    crlf: false,
    finalNewline: true,
    edge: false,
    broken: false,
    ...options,
  };
  const { issues, notes } = generate(full);
  const { text, expected } = render(full, issues, notes);
  return { text: String(text), expected: expected as unknown as Expected };
}
