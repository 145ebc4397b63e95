import { expect, it } from 'vitest';
import { createScope, StepFailed, step } from './start-steps';

it('a step that throws says which it was and the way out; an inner step keeps its own name', async () => {
  const broken = step('open the data folder', 'Free some space.', () => {
    throw new Error('ENOSPC');
  });
  await expect(broken).rejects.toMatchObject({
    step: 'open the data folder',
    detail: 'ENOSPC',
    wayOut: 'Free some space.',
  });
  const outer = step('start', 'Start again.', () => {
    throw new StepFailed('load the window', 'ERR_FAILED', 'Build it.');
  });
  await expect(outer).rejects.toMatchObject({ step: 'load the window' });
});

it('what was opened is closed once, in reverse, even when one of them fails', async () => {
  const closed: string[] = [];
  const failed: unknown[] = [];
  const scope = createScope((error) => failed.push(error));
  scope.add(() => closed.push('first'));
  scope.add(() => Promise.reject(new Error('second')));
  scope.add(async () => closed.push('third'));
  await scope.close();
  await scope.close();
  expect(closed).toEqual(['third', 'first']);
  expect(failed).toHaveLength(1);
});
