import type { Check, DoctorReport } from '@domain/doctor';
import type { Clock } from '../../ports/clock';
import type { MachineFacts } from '../../ports/machine-facts';
import type { ProgramFound, Programs } from '../../ports/programs';

export type DoctorService = { examine(): Promise<DoctorReport> };
export type DoctorDeps = {
  readonly programs: Programs;
  readonly machine: MachineFacts;
  readonly clock: Clock;
};

export function createDoctorService({ programs, machine, clock }: DoctorDeps): DoctorService {
  return {
    async examine() {
      const [git, claude, bd, folder, electron] = await Promise.all([
        programs.look('git'),
        programs.look('claude'),
        programs.look('bd'),
        machine.dataFolder(),
        machine.electron(),
      ]);
      const checks: Check[] = [
        nodeCheck(machine.nodeVersion()),
        electronCheck(electron),
        programCheck('claude', 'Claude CLI', claude, 'npm install -g @anthropic-ai/claude-code'),
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
      ];
      return { checked_at: clock.now(), checks };
    },
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

function programCheck(id: 'claude' | 'bd' | 'git', name: string, program: ProgramFound, fix: string): Check {
  if (program.found)
    return { id, name, verdict: 'ok', found: `${program.version} (${program.path})`, fix: null };
  if (program.reason === 'no-answer') {
    return { id, name, verdict: 'warning', found: 'Found, but it did not say its version', fix };
  }
  return { id, name, verdict: 'missing', found: 'Not found', fix };
}
