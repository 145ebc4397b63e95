import { describe, expect, it } from 'vitest';
import { chainWords, outcomeOf, promptLine, redactionWords, takenIn, triggerWords } from './audit.logic';

describe('audit log', () => {
  it.each([
    ['start-work', 'Start Work'],
    ['trigger', 'by an agent'],
    ['schedule:nightly', 'scheduled: nightly'],
    ['something-newer', 'something-newer'],
  ])('trigger %s is %s', (source, words) => expect(triggerWords(source)).toBe(words));

  it.each([
    [null, null, 'running'],
    ['2026-01-01T00:00:00Z', true, 'ended well'],
    ['2026-01-01T00:00:00Z', false, 'failed'],
  ])('completed %s with %s is %s', (completed_at, success, words) =>
    expect(outcomeOf({ completed_at, success }).words).toBe(words),
  );

  it('counts what was taken and says where', () => {
    const counts = [
      { tool: null, rule: 'key-shape', count: 2 },
      { tool: 'Bash', rule: 'env-reference', count: 1 },
    ];
    expect([takenIn(counts), takenIn(undefined)]).toEqual([3, 0]);
    expect(counts.map(redactionWords)).toEqual(['2 key-shape in what was said', '1 env-reference in Bash']);
  });

  it('names the line at which a chain breaks', () => {
    const whole = { file: '/a/audit.jsonl', entries: 2, fault: null };
    expect(chainWords([whole])).toMatchObject({ isWhole: true, faults: [] });
    const broken = { file: '/b/audit.jsonl', entries: 4, fault: { line: 5, fault: 'hash-differs' as const } };
    const words = chainWords([whole, broken]);
    expect([words.isWhole, words.faults]).toEqual([
      false,
      ['/b/audit.jsonl, line 5 was changed after it was written.'],
    ]);
  });

  it('shows one line of a prompt', () => {
    expect(promptLine({ prompt: 'Do this\nand that', trigger_source: 'ad-hoc' })).toBe('Do this');
    expect(promptLine({ prompt: '', trigger_source: 'resume' })).toBe('No prompt');
  });
});
