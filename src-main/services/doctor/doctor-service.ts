import type { Check, DoctorReport } from '@domain/doctor';
import type { AuditVerdict } from '@domain/session/audit';
import type { ClaudeHealth } from '../../ports/claude-health';
import type { Clock } from '../../ports/clock';
import type { MachineFacts } from '../../ports/machine-facts';
import type { ProgramFound, Programs } from '../../ports/programs';

export type DoctorService = { examine(): Promise<DoctorReport> };
export type DoctorDeps = {
  readonly programs: Programs;
  readonly claude: ClaudeHealth;
  readonly machine: MachineFacts;
  readonly clock: Clock;
  /** Every audit log, checked. */
  readonly audit: () => Promise<readonly AuditVerdict[]>;
};

export function createDoctorService({ programs, claude, machine, clock, audit }: DoctorDeps): DoctorService {
  return {
    async examine() {
      const [git, claudes, bd, folder, electron, logs] = await Promise.all([
        programs.look('git'),
        claudeChecks(claude),
        programs.look('bd'),
        machine.dataFolder(),
        machine.electron(),
        audit(),
      ]);
      const checks: Check[] = [
        nodeCheck(machine.nodeVersion()),
        electronCheck(electron),
        ...claudes,
        programCheck('bd', 'bd (beads)', bd, 'npm install -g @beads/bd'),
        programCheck('git', 'git', git, 'Install git with the package manager of this system.'),
        {
          id: 'data-folder',
          name: 'Data folder',
          verdict: folder.isWritable ? 'ok' : 'failed',
          found: folder.path,
          fix: folder.isWritable
            ? null
            : `Make ${folder.path} writable, or set BEADS_CONSOLE_HOME to another folder.`,
        },
        {
          id: 'permissions',
          name: 'Privacy of the data folder',
          verdict: folder.isPrivate ? 'ok' : 'warning',
          found: folder.isPrivate ? 'Only you can read it' : 'Others on this machine can read it',
          fix: folder.isPrivate ? null : `chmod 700 ${folder.path}`,
        },
        auditCheck(logs),
      ];
      return { checked_at: clock.now(), checks };
    },
  };
}

function auditCheck(logs: readonly AuditVerdict[]): Check {
  const base = { id: 'audit', name: 'Audit logs' } as const;
  const [bad] = logs.filter(({ fault }) => fault !== null);
  const entries = logs.reduce((sum, log) => sum + log.entries, 0);
  if (bad === undefined || bad.fault === null)
    return {
      ...base,
      verdict: 'ok',
      found: `${entries} entries in ${logs.length} logs, unbroken`,
      fix: null,
    };
  return {
    ...base,
    verdict: 'warning',
    found: `${bad.file}, line ${bad.fault.line}: ${bad.fault.fault}`,
    fix: 'Somebody or something changed the log after it was written. See: beads-console audit verify',
  };
}

const OLDEST_NODE = [20, 19] as const;

function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const fix = isEnough ? null : `Install Node ${OLDEST_NODE.join('.')} or newer.`;
  return { id: 'node', name: 'Node', verdict: isEnough ? 'ok' : 'failed', found: version, fix };
}

function electronCheck(electron: { version: string; isInstalled: boolean } | null): Check {
  const base = { id: 'electron', name: 'Electron' } as const;
  if (electron?.isInstalled) return { ...base, verdict: 'ok', found: electron.version, fix: null };
  const fix = 'npx install-electron (or use the browser: beads-console serve)';
  return { ...base, verdict: 'missing', found: 'Its program is not there; the browser shell works', fix };
}

const INSTALL_CLAUDE = 'npm install -g @anthropic-ai/claude-code';

/** The same eyes that look before a session starts, so that both say the same. */
async function claudeChecks(claude: ClaudeHealth): Promise<Check[]> {
  const base = { id: 'claude', name: 'Claude CLI', fix: INSTALL_CLAUDE } as const;
  const found = await claude.look();
  if (!found.ok) {
    const { error } = found;
    if (error.code === 'claude-not-found') return [{ ...base, verdict: 'missing', found: 'Not found' }];
    if (error.code !== 'claude-too-old')
      return [{ ...base, verdict: 'warning', found: 'Found, but it did not say its version' }];
    return [{ ...base, verdict: 'warning', found: `${error.found} is too old, ${error.needed} is needed` }];
  }
  const { path, version, limits } = found.value;
  const about = [`${version} (${path})`, ...limits].join('; ');
  const here: Check = { ...base, verdict: 'ok', found: about, fix: null };
  const login = { id: 'claude-login', name: 'Claude login' } as const;
  const known = await claude.checkLogin(found.value);
  return known.ok
    ? [here, { ...login, verdict: 'ok', found: 'Claude can log in', fix: null }]
    : [here, { ...login, verdict: 'warning', found: 'Not logged in', fix: 'claude auth login' }];
}

function programCheck(id: 'bd' | 'git', name: string, program: ProgramFound, fix: string): Check {
  if (program.found)
    return { id, name, verdict: 'ok', found: `${program.version} (${program.path})`, fix: null };
  if (program.reason === 'no-answer') {
    return { id, name, verdict: 'warning', found: 'Found, but it did not say its version', fix };
  }
  return { id, name, verdict: 'missing', found: 'Not found', fix };
}
