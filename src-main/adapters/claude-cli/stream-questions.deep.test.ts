import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { PermissionAnswer } from '@domain/session/live';
import { expect, it } from 'vitest';
import { endedWell, launch } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const ANSWERS = { 'Which colour?': 'Blue' };
const use = (name: string, input: object) => ({ blocks: [{ type: 'tool_use', name, input }] });

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  it('a plan sent back and one approved, a question, a rule for always, in the stream seat', async () => {
    const bench = await claudeBench(claude);
    const options = ['Red', 'Blue'].map((label) => ({ label, description: `${label} it is` }));
    const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
    const count = use('Bash', { command: 'node --eval 42' });
    await bench.script({
      replies: [
        use('ExitPlanMode', { plan: '# First plan' }),
        use('ExitPlanMode', { plan: '# Better plan' }),
        use('AskUserQuestion', { questions }),
        count,
        count,
        { text: 'Done.' },
      ],
    });
    const talk = await launch(bench, randomUUID() as SessionId, { prompt: 'go', permission_mode: 'plan' });
    const answer = async (nth: number, how: PermissionAnswer) => {
      const { request } = await talk.saw('permission-asked', nth);
      const input = request.tool === 'AskUserQuestion' ? { ...request.input, answers: ANSWERS } : null;
      const full = how.behavior === 'allow' && input !== null ? { ...how, input } : how;
      expect(await talk.live.answerPermission(request.id, full)).toEqual({ ok: true, value: null });
      return request;
    };
    await answer(1, { behavior: 'deny', message: 'think again' });
    await answer(2, { behavior: 'allow', always: false });
    await answer(3, { behavior: 'allow', always: false });
    const { rules } = await answer(4, { behavior: 'allow', always: true });
    await talk.saw('turn-ended');
    // The second time nobody was asked.
    expect(talk.events.filter(({ type }) => type === 'permission-asked')).toHaveLength(4);
    const calls = (await endedWell(bench, talk)).flatMap((message) => message.calls);
    expect(calls.map(({ tool, failed }) => [tool, failed])).toEqual([
      ['ExitPlanMode', true],
      ['ExitPlanMode', false],
      ['AskUserQuestion', false],
      ['Bash', false],
      ['Bash', false],
    ]);
    expect(calls[0]?.output).toContain('think again');
    expect(calls[2]?.output).toContain('"Which colour?"="Blue"');
    const kept = readFileSync(join(bench.project, '.claude', 'settings.local.json'), 'utf8');
    expect(JSON.parse(kept).permissions.allow).toEqual(rules);
  });
