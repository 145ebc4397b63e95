import type { BeadError } from '@domain/bead/errors';
import { ok, type Result } from '@domain/result';
import { type BdCallDeps, createBdCaller, isAtLeast } from './bd-call';

/** It makes the first commit, and may pull from a remote: slower than any other call. */
const INIT_TIMEOUT_MS = 180_000;

/** The quiet form: no agent files, no git hooks. bd still commits its own files, which the person was told. */
export async function initBdProject(
  deps: Omit<BdCallDeps, 'timeouts'>,
  prefix: string | null,
): Promise<Result<void, BeadError>> {
  const bd = createBdCaller({
    ...deps,
    timeouts: { readMs: INIT_TIMEOUT_MS, writeMs: INIT_TIMEOUT_MS },
  });
  const flags = isAtLeast(deps.program.version, '1.0.0')
    ? ['--skip-agents', '--non-interactive']
    : ['--skip-merge-driver'];
  const args = ['init', '-q', '--skip-hooks', ...flags, ...(prefix === null ? [] : [`--prefix=${prefix}`])];
  const made = await bd.askLines({ args, isWrite: true });
  return made.ok ? ok(undefined) : made;
}
