import { createHash, randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AccessToken, judgeToken, TOKEN_PREFIX, type TokenScope } from '@domain/access-token';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { AccessTokens, KeptToken, TokensTrouble } from '../../ports/access-tokens';
import { ensureFolder } from '../fs/folders';
import { readRegular } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { acquireWithin } from '../locks/acquire-within';
import { createLockKeeper } from '../locks/lock-keeper';

/*
 * Personal access tokens, in a file only its owner can read.
 * P1  The file holds digests. A token has 256 random bits, so its digest needs no salt and cannot be turned back.
 * P2  A file that is damaged or readable to others makes no token right (a missing one: there are none).
 * P3  Writers of all processes take turns; a reader sees the file before or after, and sees a change at its next question.
 */
const File = z.object({
  version: z.literal(1),
  tokens: z.array(AccessToken.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) })),
});
const MAX_BYTES = 1024 * 1024;
const PATIENCE_MS = 10_000;

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');
const trouble = (detail: string) => err({ code: 'tokens-unavailable', detail } as const);

export function createTokenBook(path: string): AccessTokens {
  return {
    list: async () => read(path),
    async change(edit) {
      const folder = ensureFolder(dirname(path));
      if (!folder.ok) return trouble(folder.error.code);
      const keeper = createLockKeeper({ folder: join(dirname(path), '.locks') });
      try {
        const lock = await acquireWithin(keeper, 'access-tokens', PATIENCE_MS);
        if (!lock.ok) return trouble(lock.error.code);
        const before = read(path);
        if (!before.ok) return before;
        const after = edit(before.value);
        if (after === null) return ok(undefined);
        const text = `${JSON.stringify({ version: 1, tokens: after }, null, 2)}\n`;
        const written = await writeAtomic(path, text, { mode: 0o600 });
        return written.ok ? ok(undefined) : trouble(written.error.code);
      } finally {
        keeper.close();
      }
    },
    mint() {
      const secret = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      return { secret, hash: digest(secret) };
    },
  };
}

export type TokenJudge = (
  offered: string,
) => Result<{ readonly id: string; readonly scope: TokenScope }, 'unknown' | 'expired' | 'revoked'>;

/** For the gate, asked at every request: the file is read again only when it is not the one we know. */
export function createTokenJudge(path: string, nowMs: () => number): TokenJudge {
  let known: { stamp: string; byHash: ReadonlyMap<string, KeptToken> } | null = null;
  return (offered) => {
    if (!offered.startsWith(TOKEN_PREFIX)) return err('unknown');
    const stamp = stampOf(path);
    if (known === null || stamp === null || known.stamp !== stamp) {
      const tokens = read(path);
      known = {
        stamp: stamp ?? '',
        byHash: new Map((tokens.ok ? tokens.value : []).map((token) => [token.hash, token])),
      };
    }
    // Looked up by digest: what a stranger could learn from the time it takes says nothing about a token.
    const token = known.byHash.get(digest(offered));
    return token === undefined ? err('unknown') : judgeToken(token, nowMs());
  };
}

function read(path: string): Result<readonly KeptToken[], TokensTrouble> {
  const found = readRegular(path, { maxBytes: MAX_BYTES });
  if (!found.ok) return found.error.code === 'file-not-found' ? ok([]) : trouble(found.error.code);
  const { data, stats } = found.value;
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    return trouble(`others may read ${path}; make it yours alone (chmod 600)`);
  try {
    return ok(File.parse(JSON.parse(data.toString('utf8'))).tokens);
  } catch {
    return trouble(`${path} is damaged; move it away to begin anew`);
  }
}

function stampOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [stats.ino, stats.ctimeMs, stats.size, stats.mode].join(' ') : null;
}
