import { z } from 'zod';

export const TrackerGeneration = z.enum(['dolt-1x', 'sqlite-04x', 'br', 'jsonl']);
export type TrackerGeneration = z.infer<typeof TrackerGeneration>;

/** Which beads are ready differs by generation (docs/adr/0021-ready-rules.md). */
export const ReadyRules = z.object({
  family: z.enum(['1.x', '0.4x']),
  /** bd up to 0.49.3 listed beads in progress as ready. */
  in_progress_is_ready: z.boolean(),
  sort: z.enum(['priority', 'hybrid']),
});
export type ReadyRules = z.infer<typeof ReadyRules>;

export const RULES_1X: ReadyRules = { family: '1.x', in_progress_is_ready: false, sort: 'priority' };
export const RULES_04X: ReadyRules = { family: '0.4x', in_progress_is_ready: false, sort: 'hybrid' };

export const TrackerInfo = z.object({
  generation: TrackerGeneration,
  /** The program's version; null where the files speak for themselves. */
  version: z.string().nullable(),
  beads_dir: z.string(),
  rules: ReadyRules,
  access: z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('read-write') }),
    z.object({
      mode: z.literal('read-only'),
      reason: z.enum(['tracker-missing', 'tracker-too-old', 'export-only', 'not-writable']),
      install_command: z.string().nullable(),
      /** When the shown export was written, where the data is an export. */
      data_as_of: z.string().nullable(),
    }),
  ]),
  capabilities: z.object({
    /** Free key/value pairs on a bead; without it our claim marker is a label. */
    metadata: z.boolean(),
    history: z.boolean(),
    /** Changes arrive as events rather than by looking again. */
    journal: z.boolean(),
    custom_status_category: z.boolean(),
  }),
});
export type TrackerInfo = z.infer<typeof TrackerInfo>;

export const INSTALL_BD = 'npm install -g @beads/bd';

function versionParts(version: string): readonly number[] {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version.trim());
  return match === null ? [] : [match[1], match[2], match[3] ?? '0'].map(Number);
}

/** Negative when `a` is older. A version that cannot be read counts as older than any other. */
export function compareVersions(a: string, b: string): number {
  const left = versionParts(a);
  const right = versionParts(b);
  if (left.length === 0 || right.length === 0) return left.length - right.length;
  for (const index of [0, 1, 2]) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function rulesFor(generation: TrackerGeneration, version: string | null): ReadyRules {
  if (generation === 'dolt-1x' || generation === 'jsonl') return RULES_1X;
  if (generation === 'br' || version === null) return RULES_04X;
  return { ...RULES_04X, in_progress_is_ready: compareVersions(version, '0.49.4') < 0 };
}
