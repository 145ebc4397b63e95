import { isHealthy } from '@domain/doctor';
import { err, ok } from '@domain/result';
import type { AuditVerdict } from '@domain/session/audit';
import type { DriverError } from '@domain/session/errors';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../adapters/system/system-clock';
import type { ClaudeHealth } from '../../ports/claude-health';
import type { ProgramFound } from '../../ports/programs';
import { createDoctorService } from './doctor-service';

const here: ProgramFound = { found: true, path: '/bin/x', version: '1.2.3' };
const machineWith = (over: { node?: string; isWritable?: boolean; isPrivate?: boolean }) => ({
  nodeVersion: () => over.node ?? 'v20.19.0',
  electron: async () => ({ version: '45.3.2', isInstalled: false }),
  dataFolder: async () => ({
    path: '/data',
    isWritable: over.isWritable ?? true,
    isPrivate: over.isPrivate ?? true,
  }),
});
const refused = (error: DriverError) => async () => err(error);
const wellClaude: ClaudeHealth = {
  look: async () => ok({ path: '/bin/claude', version: '2.1.300', limits: [] }),
  checkLogin: async () => ok(null),
};
/** As the other programs are. */
const health = (look: ProgramFound): ClaudeHealth => {
  if (look.found) return wellClaude;
  const error: DriverError =
    look.reason === 'not-found'
      ? { code: 'claude-not-found', looked_in: [] }
      : { code: 'claude-did-not-start', detail: '' };
  return { ...wellClaude, look: refused(error) };
};
const examine = (look: ProgramFound, over = {}, logs: readonly AuditVerdict[] = []) =>
  createDoctorService({
    programs: { look: async () => look },
    claude: health(look),
    machine: machineWith(over),
    clock: createSystemClock(),
    audit: async () => logs,
  }).examine();

const verdicts = async (look: ProgramFound, over = {}) => {
  const report = await examine(look, over);
  return {
    isHealthy: isHealthy(report),
    ...Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict])),
  };
};

it('a complete machine is healthy, also without Electron', async () => {
  expect(await verdicts(here)).toEqual({
    isHealthy: true,
    node: 'ok',
    electron: 'missing',
    claude: 'ok',
    'claude-login': 'ok',
    bd: 'ok',
    git: 'ok',
    'data-folder': 'ok',
    permissions: 'ok',
    audit: 'ok',
  });
});

it.each([
  [{ node: 'v20.18.9' }, { isHealthy: false, node: 'failed' }],
  [{ node: 'v18.30.0' }, { isHealthy: false, node: 'failed' }],
  [{ isWritable: false }, { isHealthy: false, 'data-folder': 'failed' }],
  [{ isPrivate: false }, { isHealthy: true, permissions: 'warning' }],
])('%o gives %o', async (over, expected) => {
  expect(await verdicts(here, over)).toMatchObject(expected);
});

it('every verdict that is not ok names the way out', async () => {
  const report = await examine(
    { found: false, reason: 'not-found' },
    { isPrivate: false, isWritable: false },
  );
  for (const check of report.checks) expect(check.fix === null).toBe(check.verdict === 'ok');
});

it('a program that does not answer is a warning, not an absence', async () => {
  expect(await verdicts({ found: false, reason: 'no-answer' })).toMatchObject({ bd: 'warning' });
});

it.each([
  [{}, ['ok', 'ok']],
  [{ look: refused({ code: 'claude-not-found', looked_in: ['/bin'] }) }, ['missing', undefined]],
  [{ look: refused({ code: 'claude-too-old', found: '1.0.0', needed: '2.1.197' }) }, ['warning', undefined]],
  [{ look: refused({ code: 'claude-did-not-start', detail: 'no' }) }, ['warning', undefined]],
  [{ checkLogin: refused({ code: 'claude-not-logged-in', claude: '/bin/claude' }) }, ['ok', 'warning']],
] as [Partial<ClaudeHealth>, unknown[]][])('Claude %# gives %o', async (over, expected) => {
  const report = await createDoctorService({
    programs: { look: async () => here },
    claude: { ...wellClaude, ...over },
    machine: machineWith({}),
    clock: createSystemClock(),
    audit: async () => [],
  }).examine();
  const found = (id: string) => report.checks.find((check) => check.id === id);
  expect([found('claude')?.verdict, found('claude-login')?.verdict]).toEqual(expected);
});

it('a broken audit log is named with its line', async () => {
  const log = { file: '/data/audit.jsonl', entries: 3, fault: null };
  const broken = { ...log, fault: { line: 4, fault: 'hash-differs' } } as const;
  const checks = async (logs: readonly AuditVerdict[]) =>
    (await examine(here, {}, logs)).checks.find(({ id }) => id === 'audit');
  expect(await checks([log])).toMatchObject({ verdict: 'ok', found: '3 entries in 1 logs, unbroken' });
  expect(await checks([log, broken])).toMatchObject({
    verdict: 'warning',
    found: '/data/audit.jsonl, line 4: hash-differs',
  });
});
