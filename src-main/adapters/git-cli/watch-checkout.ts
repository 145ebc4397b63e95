import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitError } from '@domain/git/errors';
import { ok, type Result } from '@domain/result';
import type { Timers } from '../../ports/timers';
import { watchFiles } from '../fs/watch-files';
import { findCheckout } from './checkout';
import type { RunGit } from './run-git';

/** Every commit, amend, rebase and switch of a checkout writes its HEAD log; without logs the index tells most of it. */
export async function watchCheckout(
  git: RunGit,
  timers: Timers,
  folder: string,
  onChange: () => void,
): Promise<Result<{ stop(): void }, GitError>> {
  const found = await findCheckout(git, folder);
  if (!found.ok) return found;
  const { gitDir } = found.value;
  const watchIn = (place: string, names: readonly string[]) =>
    watchFiles({
      folder: place,
      names,
      timers,
      onChange,
      signature: (name) => signatureOf(join(place, name)),
    });
  const watches = [watchIn(gitDir, ['HEAD', 'index', 'ORIG_HEAD']), watchIn(join(gitDir, 'logs'), ['HEAD'])];
  return ok({
    stop() {
      for (const watch of watches) watch.stop();
    },
  });
}

function signatureOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts === undefined ? '' : `${facts.mtimeMs}:${facts.size}:${facts.ino}`;
}
