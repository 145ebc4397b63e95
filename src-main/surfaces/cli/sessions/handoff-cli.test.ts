import type { Session } from '@domain/session/record';
import { expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';
import { sessionBench } from '../../../testing/session-bench';
import { value } from '../../../testing/session-facts';

it('sessions handoff closes a session and plans its successor in the same chain', async () => {
  const bench = await sessionBench();
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project, title: 'first' }));
  value(await service.start({ id, prompt: 'go' }));
  value(await service.pause(id));
  await service.shutdown();
  const cli = cliBench({ at: bench });
  const note = await cli.run('sessions', 'handoff', id, '--note');
  expect(note.out).toContain('## Next step');
  expect(await cli.json<Session>('sessions', 'show', id)).toMatchObject({ status: 'paused' });
  const handed = await cli.json<{ child: Session }>(
    'sessions',
    'handoff',
    id,
    '--seed',
    'go on',
    '--title',
    'second',
  );
  expect(handed.child).toMatchObject({ parent_id: id, chain_id: id, title: 'second', status: 'draft' });
  expect(await cli.json<Session>('sessions', 'show', id)).toMatchObject({
    status: 'closed',
    outcome: 'handoff',
  });
  const chain = await cli.run('sessions', 'chain', id);
  expect(chain.out).toMatch(/handoff .*first[\s\S]*draft .*second[\s\S]*2 sessions · .* tokens/);
  const plan = await cli.run('sessions', 'end', handed.child.id, '--plan');
  expect([plan.code, plan.out]).toEqual([0, 'Everything is committed.\n']);
});
