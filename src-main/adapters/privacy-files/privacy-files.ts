import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type PolicyFault, readPolicyFile } from '@domain/privacy/policy-file';
import { defaultPolicy, type PrivacyPolicy, stricterPolicy, withOverrides } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { Clock } from '../../ports/clock';
import type { PolicyBook, PolicyProblem } from '../../ports/policy-book';

export type PrivacyFilesOptions = {
  readonly isTrusted: (folder: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
};

/** The later one wins where both name a tool. */
const PLACES = [join('.gastown', 'privacy.yaml'), join('.beads', 'privacy.yaml')] as const;
const LARGEST = 256 * 1024;

type Known = { readonly signature: string; readonly policy: PrivacyPolicy };

export function createPrivacyFiles({ isTrusted, clock }: PrivacyFilesOptions): PolicyBook {
  const known = new Map<string, Known>();
  const broken = new Map<string, PolicyProblem>();
  const listeners = new Set<(problem: PolicyProblem) => void>();

  const note = (file: string, fault: PolicyFault) => {
    const problem: PolicyProblem = { type: 'privacy-file-broken', at: clock.now(), file, fault };
    broken.set(file, problem);
    for (const tell of [...listeners]) tell(problem);
  };

  const read = (folder: string, trusted: boolean): PrivacyPolicy => {
    let policy = defaultPolicy;
    for (const place of PLACES) {
      const file = join(folder, place);
      const found = readOne(file);
      broken.delete(file);
      if (found.ok) policy = withOverrides(policy, found.value, trusted);
      else {
        note(file, found.error);
        return stricterPolicy;
      }
    }
    return policy;
  };

  return {
    of(folder) {
      const trusted = isTrusted(folder);
      const signature = `${trusted} ${PLACES.map((place) => signatureOf(join(folder, place))).join(' ')}`;
      const before = known.get(folder);
      if (before?.signature === signature) return before.policy;
      const policy = read(folder, trusted);
      known.set(folder, { signature, policy });
      return policy;
    },
    problems: () => [...broken.values()],
    onProblem(tell) {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
  };
}

function signatureOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? 'none' : `${stat.ino}/${stat.size}/${stat.mtimeNs}`;
  } catch {
    return 'unreadable';
  }
}

/** Few projects have such a file, and every thread of the history would load the parser before its first answer. */
function yaml(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml') as typeof import('yaml');
}

export function readOne(file: string): Result<PrivacyPolicy, PolicyFault> {
  let text: string;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return ok({});
    if (!stat.isFile() || stat.size > LARGEST) return err('unreadable');
    text = readFileSync(file, 'utf8');
  } catch {
    return err('unreadable');
  }
  try {
    const policy = readPolicyFile(yaml().parse(text, { maxAliasCount: 10, logLevel: 'error' }));
    return policy === null ? err('not-understood') : ok(policy);
  } catch {
    return err('not-yaml');
  }
}
