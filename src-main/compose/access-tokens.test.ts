import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTokenBook, createTokenJudge } from '../adapters/access-tokens/token-book';
import { createAccessTokensService } from '../services/access-tokens/access-tokens-service';
import { cliBench } from '../testing/cli-bench';
import { createManualClock } from '../testing/manual-clock';
import { restBench } from '../testing/rest-bench';
import { tempDir } from '../testing/temp-dir';

function setUp() {
  const path = join(tempDir('tokens'), 'access-tokens.json');
  const clock = createManualClock();
  let made = 0;
  const newId = () => {
    made += 1;
    return `token-${String(made).padStart(3, '0')}`;
  };
  const service = createAccessTokensService({ tokens: createTokenBook(path), clock, newId });
  const judge = createTokenJudge(path, clock.nowMs);
  const create = async (scope: 'read' | 'write' = 'read', days = 1) => {
    const created = await service.create({ name: 'mine', scope, days });
    if (!created.ok) throw new Error(created.error.code);
    return created.value;
  };
  return { path, clock, service, judge, create };
}

describe('personal access tokens', () => {
  it('P1 P3 are recognised by a digest, at once, until they expire or are revoked', async () => {
    const { path, clock, service, judge, create } = setUp();
    const { secret, token } = await create('write');
    expect(secret).toMatch(/^bcp_[\w-]{43}$/);
    expect(readFileSync(path, 'utf8')).not.toContain(secret.slice(4));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(judge(secret)).toEqual({ ok: true, value: { id: token.id, scope: 'write' } });
    expect(judge(`${secret.slice(0, -1)}!`)).toEqual({ ok: false, error: 'unknown' });
    const other = await create('read', 2);
    clock.turn(86_400_000);
    expect(judge(secret)).toEqual({ ok: false, error: 'expired' });
    expect(judge(other.secret).ok).toBe(true);
    expect(await service.revoke('token-002')).toMatchObject({ ok: true, value: { id: 'token-002' } });
    expect(judge(other.secret)).toEqual({ ok: false, error: 'revoked' });
    expect(await service.revoke('token-')).toMatchObject({ error: { code: 'token-ambiguous' } });
    expect(await service.revoke('moon')).toMatchObject({ error: { code: 'token-not-found' } });
  });

  it('P2 L2 a file that is damaged or open to others makes none right, and is not overwritten', async () => {
    const { path, judge, create, service } = setUp();
    const { secret } = await create();
    chmodSync(path, 0o644);
    expect(judge(secret)).toEqual({ ok: false, error: 'unknown' });
    expect(await service.list()).toMatchObject({ error: { code: 'tokens-unavailable' } });
    chmodSync(path, 0o600);
    expect(judge(secret).ok).toBe(true);
    writeFileSync(path, '{"version":1,"tokens":[{}]}');
    expect(judge(secret)).toEqual({ ok: false, error: 'unknown' });
    const refused = await service.create({ name: 'more', scope: 'read', days: 1 });
    expect([refused.ok, readFileSync(path, 'utf8')]).toEqual([false, '{"version":1,"tokens":[{}]}']);
  });

  it('are at most a hundred; what opens nothing any more makes room', async () => {
    const { service, create } = setUp();
    for (let at = 0; at < 100; at += 1) await create();
    expect(await service.create({ name: 'one more', scope: 'read', days: 1 })).toMatchObject({
      error: { code: 'tokens-too-many' },
    });
    await service.revoke('token-050');
    await create();
    const listed = await service.list();
    expect(listed.ok && listed.value.map(({ id }) => id).includes('token-050')).toBe(false);
  });

  it('G7 open the addresses for scripts by their scope, and nothing of the window', async () => {
    const rest = await restBench();
    const at = { project: rest.project, home: rest.home };
    const cli = cliBench({ at });
    const make = async (scope: string) =>
      await cli.json<{ secret: string; token: { id: string } }>('tokens', 'create', 'x', '--scope', scope);
    const [read, write] = [await make('read'), await make('write')];
    const body = { project: rest.project };
    const list = (token: string) => rest.ask('GET', '/sessions', { token }).then(({ status }) => status);
    const create = (token: string) => rest.ask('POST', '/sessions', { token, body });
    expect([await list(read.secret), await list(write.secret)]).toEqual([200, 200]);
    expect((await create(read.secret)).json.code).toBe('scope-missing');
    expect((await create(write.secret)).status).toBe(201);
    for (const path of ['/../../alive', '/tokens/list', '/tokens/create', '/projects/trust'])
      expect([401, 403, 404]).toContain((await rest.ask('GET', path, { token: write.secret })).status);
    expect((await cli.run('tokens', 'revoke', write.token.id)).code).toBe(0);
    const revoked = await create(write.secret);
    expect([revoked.status, revoked.json.code]).toEqual([401, 'token-revoked']);
    const listed = await cli.run('tokens', 'list');
    expect(listed.out).toMatch(/revoked/);
    expect(listed.out).not.toContain(read.secret.slice(4));
  });
});
