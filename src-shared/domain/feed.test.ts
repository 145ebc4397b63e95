import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, createFeed, type Frame } from './feed';

type TextFrame = Frame<string[], string>;

/** What a careful reader does with the frames: replaces on a snapshot, appends on a change, keeps the last cursor. */
function createReader() {
  const held: string[] = [];
  const frames: TextFrame[] = [];
  return {
    held,
    frames,
    cursor: (): Cursor | null => frames.at(-1)?.cursor ?? null,
    deliver: (frame: TextFrame) => {
      frames.push(frame);
      if (frame.type === 'snapshot') held.splice(0, held.length, ...frame.value);
      else held.push(frame.change);
    },
  };
}

function createSource(epoch: string, keep: number, facts: string[] = []) {
  const feed = createFeed<string[], string>({ epoch, keep, snapshot: () => [...facts] });
  return {
    feed,
    facts,
    publish: (fact: string) => {
      facts.push(fact);
      feed.publish(fact);
    },
  };
}

describe('feed', () => {
  it('F1 a reader that comes back gets exactly the changes it missed, in order', () => {
    const source = createSource('one', 10);
    const reader = createReader();
    const stop = source.feed.follow(null, reader.deliver);
    source.publish('a');
    stop();
    source.publish('b');
    source.publish('c');
    source.feed.follow(reader.cursor(), reader.deliver);
    expect(reader.frames).toEqual([
      { type: 'snapshot', cursor: { epoch: 'one', seq: 0 }, value: [] },
      { type: 'change', cursor: { epoch: 'one', seq: 1 }, change: 'a' },
      { type: 'change', cursor: { epoch: 'one', seq: 2 }, change: 'b' },
      { type: 'change', cursor: { epoch: 'one', seq: 3 }, change: 'c' },
    ]);
  });

  it.each([
    ['another epoch', { epoch: 'zero', seq: 1 }],
    ['changes no longer kept', { epoch: 'one', seq: 0 }],
    ['a count from the future', { epoch: 'one', seq: 99 }],
    ['no cursor', null],
  ])('F2 %s is answered with a snapshot', (_why, after) => {
    const source = createSource('one', 1);
    source.publish('a');
    source.publish('b');
    const reader = createReader();
    source.feed.follow(after, reader.deliver);
    expect(reader.frames).toEqual([
      { type: 'snapshot', cursor: { epoch: 'one', seq: 2 }, value: ['a', 'b'] },
    ]);
  });

  it('F3 a stopped reader gets nothing more, and is not counted', () => {
    const source = createSource('one', 10);
    const reader = createReader();
    const stop = source.feed.follow(null, reader.deliver);
    expect(source.feed.followers()).toBe(1);
    stop();
    stop();
    source.publish('a');
    expect([reader.held, source.feed.followers()]).toEqual([[], 0]);
  });

  it('F3 a reader that publishes while it is told something disturbs nobody’s order', () => {
    const source = createSource('one', 10);
    const [echo, other, late] = [createReader(), createReader(), createReader()];
    source.feed.follow(null, (frame) => {
      echo.deliver(frame);
      if (frame.type === 'snapshot') source.publish('from the snapshot');
      if (frame.type === 'change' && frame.change === 'a') {
        source.publish('echo');
        source.feed.follow(null, late.deliver);
      }
    });
    source.feed.follow(null, other.deliver);
    source.publish('a');
    source.publish('b');
    for (const reader of [echo, other, late]) {
      expect(reader.held).toEqual(['from the snapshot', 'a', 'echo', 'b']);
      const counts = reader.frames.map((frame) => frame.cursor.seq);
      expect(counts).toEqual([...counts].sort((one, two) => one - two));
      expect(new Set(counts).size).toBe(counts.length);
    }
  });

  it('F3 a reader that fails on its first frame is not kept; one that fails later does not lose the others theirs', () => {
    const source = createSource('one', 10);
    const fail = () => {
      throw new Error('cannot take it');
    };
    expect(() => source.feed.follow(null, fail)).toThrow('cannot take it');
    expect(source.feed.followers()).toBe(0);
    source.feed.follow(null, (frame) => frame.type === 'change' && fail());
    const reader = createReader();
    source.feed.follow(null, reader.deliver);
    expect(() => source.publish('a')).toThrow('cannot take it');
    expect(() => source.publish('b')).toThrow('cannot take it');
    source.feed.follow(reader.cursor(), reader.deliver);
    expect(reader.held).toEqual(source.facts);
  });

  it('F1 F2 F3 whatever is lost, forgotten or restarted in between, a reader ends up with the facts', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('publish' as const) },
      { weight: 2, arbitrary: fc.constant('lose' as const) },
      { weight: 2, arbitrary: fc.constant('return' as const) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, keep) => {
        let epochs = 0;
        let published = 0;
        let source = createSource('epoch-0', keep);
        const reader = createReader();
        let stop: (() => void) | null = null;
        for (const next of steps) {
          if (next === 'publish') {
            published += 1;
            source.publish(`fact-${published}`);
          } else if (next === 'lose') {
            stop?.();
            stop = null;
          } else if (next === 'return') {
            stop ??= source.feed.follow(reader.cursor(), reader.deliver);
          } else {
            stop?.();
            stop = null;
            epochs += 1;
            source = createSource(`epoch-${epochs}`, keep, source.facts);
          }
        }
        stop ?? source.feed.follow(reader.cursor(), reader.deliver);
        expect(reader.held).toEqual(source.facts);
        let last: Cursor | null = null;
        for (const frame of reader.frames) {
          if (frame.type === 'change') {
            expect(frame.cursor).toEqual({ epoch: last?.epoch, seq: (last?.seq ?? -1) + 1 });
          }
          last = frame.cursor;
        }
      }),
    );
  });
});
