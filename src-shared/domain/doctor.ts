import { z } from 'zod';

export const Verdict = z.enum(['ok', 'warning', 'missing', 'failed']);
export type Verdict = z.infer<typeof Verdict>;

/** One thing the app depends on: what was found, and the way out when it is not right. */
export const Check = z.object({
  id: z.enum([
    'node',
    'electron',
    'claude',
    'claude-login',
    'bd',
    'git',
    'data-folder',
    'permissions',
    'audit',
  ]),
  name: z.string(),
  verdict: Verdict,
  found: z.string(),
  /** A sentence or a command; null when there is nothing to do. */
  fix: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;

export const DoctorReport = z.object({ checked_at: z.string(), checks: z.array(Check) });
export type DoctorReport = z.infer<typeof DoctorReport>;

/** Only a failed check keeps the app from working; a missing program disables what needs it. */
export function isHealthy(report: DoctorReport): boolean {
  return report.checks.every((check) => check.verdict !== 'failed');
}
