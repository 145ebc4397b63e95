import { describe, expect, it } from 'vitest';
import { type Holder, inheritedOf, isOlder } from './credit';
import { hashText } from './id-hash';
import { noFacts } from './line-facts';
import { addLine, createTally, type SessionTally } from './session-tally';
import { statsOf } from './tally-stats';

/** Lines as `name@time`, each of which bills ten tokens under its own name. */
function holder(id: string, ...lines: string[]): Holder & { tally: SessionTally } {
  const tally = createTally();
  for (const line of lines) {
    const [name = '', at] = line.split('@');
    const key = hashText(name);
    addLine(tally, {
      ...noFacts(),
      type: 'assistant',
      uuid: key,
      atMs: Number(at),
      billKey: key,
      tokensOut: 10,
    });
  }
  return { id, tally };
}

const inherited = (self: Holder & { tally: SessionTally }, ...others: Holder[]) =>
  statsOf(self.tally, inheritedOf(self, others)).inherited_tokens;

describe('who a message is credited to', () => {
  const parent = holder('p', 'a@1', 'b@2', 'c@5');
  const fork = holder('f', 'a@1', 'b@2', 'd@6');

  it('F1 the older is the one whose first line of its own is earlier', () => {
    expect([isOlder(parent, fork), isOlder(fork, parent)]).toEqual([true, false]);
    expect([inherited(parent, fork), inherited(fork, parent)]).toEqual([0, 20]);
  });

  it('F2 one without a line of its own is older', () => {
    const cut = holder('z', 'a@1', 'b@2');
    expect([inherited(cut, fork), inherited(fork, cut)]).toEqual([0, 20]);
  });

  it('F2 of two that hold the same the smaller id has it', () => {
    const copies = [holder('1', 'a@1'), holder('2', 'a@1')] as const;
    expect([inherited(copies[0], copies[1]), inherited(copies[1], copies[0])]).toEqual([0, 10]);
  });

  it('every message is credited once, also in a family of three', () => {
    const child = holder('g', 'a@1', 'b@2', 'd@6', 'e@8');
    const family = [parent, fork, child];
    const own = family.map((self) => {
      const others = family.filter((other) => other !== self);
      return statsOf(self.tally, inheritedOf(self, others)).usage.tokens_out;
    });
    expect(own.reduce((sum, tokens) => sum + tokens, 0)).toBe(50);
    expect(own[0]).toBe(30);
  });
});

describe('a tally', () => {
  const line = (facts: object) => ({ ...noFacts(), type: 'assistant', uuid: 1, billKey: 7, ...facts });

  it('N1 N2 repeated lines count once, with the largest output and the earliest time', () => {
    const tally = createTally();
    addLine(tally, line({ atMs: 5, tokensOut: 3, thinkingBlocks: 1, toolUses: [9] }));
    addLine(tally, line({ atMs: 5, tokensOut: 3, thinkingBlocks: 1, toolUses: [9] }));
    addLine(tally, line({ uuid: 2, atMs: 4, tokensOut: 40, tokensIn: 2 }));
    addLine(tally, line({ uuid: 3, atMs: 9, tokensOut: 1 }));
    const { usage, ...counts } = statsOf(tally);
    expect(usage).toMatchObject({ tokens_in: 2, tokens_out: 40 });
    expect(counts).toMatchObject({ assistant_messages: 1, thinking_blocks: 1, tool_use_count: 1 });
    expect([...tally.billed.values()][0]?.atMs).toBe(4);
  });

  it('N3 a broken line counts as broken alone, an unknown kind is counted and kept', () => {
    const tally = createTally();
    addLine(tally, { ...noFacts(), isBroken: true });
    addLine(tally, { ...noFacts(), type: 'from-the-future' });
    expect(tally).toMatchObject({ lines: 2, broken: 1, unknown: 1 });
  });
});
