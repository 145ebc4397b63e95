import { command, type Door, query, stream } from '@contract/procedure';
import { createFeed, type Frame } from '@domain/feed';
import { err, ok } from '@domain/result';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDispatch } from './dispatch';
import type { HandlersOf } from './router';

const Refused = z.object({ code: z.literal('refused'), word: z.string() });

const sample = {
  say: {
    hello: command({
      input: z.strictObject({ name: z.string().min(1), loud: z.boolean().default(false) }),
      output: z.object({ greeting: z.string() }),
      errors: Refused,
      doors: ['ui', 'cli'],
    }),
    secret: query({ input: z.strictObject({}), output: z.string(), errors: Refused, doors: ['ui'] }),
    words: stream({
      input: z.strictObject({}),
      snapshot: z.array(z.string()),
      change: z.string(),
      errors: Refused,
      doors: ['ui'],
    }),
  },
};
type Handlers = HandlersOf<typeof sample.say>;

function setUp(overrides: Partial<Handlers> = {}, checkOutputs = true) {
  const called: unknown[] = [];
  const incidents: { id: string; name: string; error: unknown }[] = [];
  const words: string[] = [];
  const feed = createFeed<string[], string>({ epoch: 'test', snapshot: () => [...words] });
  const say: Handlers = {
    hello: async (input) => {
      called.push(input);
      return input.name === 'nobody'
        ? err({ code: 'refused', word: input.name })
        : ok({ greeting: `${input.loud ? 'HELLO' : 'hello'} ${input.name}` });
    },
    secret: async (input) => {
      called.push(input);
      return ok('s');
    },
    words: async (_input, after, deliver) => ok(feed.follow(after, deliver)),
    ...overrides,
  };
  const dispatch = createDispatch({
    contract: sample,
    router: { say },
    checkOutputs,
    newIncident: () => `incident-${incidents.length + 1}`,
    onIncident: (incident) => incidents.push(incident),
  });
  return { dispatch, called, incidents, feed };
}

const from = (door: Door) => ({ door, connection: 'test' });

describe('dispatch', () => {
  it('answers with the value, and fills in what a caller may leave out', async () => {
    const { dispatch, called } = setUp();
    expect(await dispatch.call('say.hello', { name: 'Ada' }, from('ui'))).toEqual(
      ok({ greeting: 'hello Ada' }),
    );
    expect(called).toEqual([{ name: 'Ada', loud: false }]);
  });

  it('carries an expected failure unchanged', async () => {
    const { dispatch, incidents } = setUp();
    expect(await dispatch.call('say.hello', { name: 'nobody' }, from('cli'))).toEqual(
      err({ code: 'refused', word: 'nobody' }),
    );
    expect(incidents).toEqual([]);
  });

  it.each([
    'say',
    'say.nothing',
    'nothing.hello',
    'say.hello.more',
    '',
    '.',
    'say.',
    '__proto__.toString',
    'constructor.name',
    'say.constructor',
    'say.__proto__',
    'say.words',
  ])('an entry that is no command is unknown: %j', async (name) => {
    const { dispatch, called } = setUp();
    expect(await dispatch.call(name, {}, from('ui'))).toEqual(err({ code: 'unknown-entry', name }));
    expect(called).toEqual([]);
  });

  it('D1 input that does not parse reaches no handler', async () => {
    const { dispatch, called } = setUp();
    const parses = (value: unknown) => sample.say.hello.input.safeParse(value).success;
    await fc.assert(
      fc.asyncProperty(
        fc.anything().filter((value) => !parses(value)),
        async (input) => {
          const answer = await dispatch.call('say.hello', input, from('ui'));
          expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input', name: 'say.hello' } });
        },
      ),
    );
    expect(called).toEqual([]);
  });

  it('D1 says where the input is wrong', async () => {
    const { dispatch } = setUp();
    const answer = await dispatch.call('say.hello', { name: '', loud: 1 }, from('ui'));
    expect(answer).toMatchObject({ error: { issues: [{ path: 'name' }, { path: 'loud' }] } });
  });

  it.each(['cli', 'rest', 'mcp', 'hook'] as const)(
    'D2 door %s is closed for an entry of the window',
    async (door) => {
      const { dispatch, called } = setUp();
      const closed = { code: 'door-closed', door };
      // Also with input that would not parse: a closed door tells nothing about what is behind it.
      expect(await dispatch.call('say.secret', { odd: 1 }, from(door))).toEqual(
        err({ ...closed, name: 'say.secret' }),
      );
      expect(await dispatch.follow('say.words', {}, null, () => {}, from(door))).toEqual(
        err({ ...closed, name: 'say.words' }),
      );
      expect(called).toEqual([]);
    },
  );

  it('D3 a handler that throws gives an incident id, and its message only to the log', async () => {
    const error = new Error('the password is swordfish');
    const thrower = async () => {
      throw error;
    };
    const { dispatch, incidents } = setUp({ hello: thrower, words: thrower });
    const called = await dispatch.call('say.hello', { name: 'Ada' }, from('ui'));
    const followed = await dispatch.follow('say.words', {}, null, () => {}, from('ui'));
    expect(called).toEqual(err({ code: 'internal-error', name: 'say.hello', incident: 'incident-1' }));
    expect(followed).toEqual(err({ code: 'internal-error', name: 'say.words', incident: 'incident-2' }));
    expect(incidents).toEqual([
      { id: 'incident-1', name: 'say.hello', error },
      { id: 'incident-2', name: 'say.words', error },
    ]);
  });

  const wrong = {
    hello: (async () => ok({ greeting: 7 })) as unknown as Handlers['hello'],
    words: (async (_input: unknown, _after: unknown, deliver: (frame: Frame<unknown, unknown>) => void) => {
      deliver({ type: 'snapshot', cursor: { epoch: 'e', seq: 0 }, value: 'not a list' });
      return ok(() => {});
    }) as unknown as Handlers['words'],
  };

  it('D4 an output its schema refuses is an internal error where outputs are checked', async () => {
    const { dispatch } = setUp(wrong);
    const frames: unknown[] = [];
    const answer = await dispatch.call('say.hello', { name: 'Ada' }, from('ui'));
    const begun = await dispatch.follow('say.words', {}, null, (frame) => frames.push(frame), from('ui'));
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal-error' } });
    expect(begun).toMatchObject({ ok: false, error: { code: 'internal-error' } });
    expect(frames).toEqual([]);
  });

  it('D4 outputs are passed on unread where they are not checked', async () => {
    const { dispatch } = setUp(wrong, false);
    expect(await dispatch.call('say.hello', { name: 'Ada' }, from('ui'))).toEqual(ok({ greeting: 7 }));
  });

  it('a stream is followed, resumed by cursor and stopped', async () => {
    const { dispatch, feed } = setUp();
    const frames: Frame<unknown, unknown>[] = [];
    const begun = await dispatch.follow('say.words', {}, null, (frame) => frames.push(frame), from('ui'));
    feed.publish('one');
    if (!begun.ok) throw new Error('the stream did not begin');
    begun.value();
    feed.publish('two');
    const after = frames.at(-1)?.cursor ?? null;
    await dispatch.follow('say.words', {}, after, (frame) => frames.push(frame), from('ui'));
    expect(frames.map((frame) => (frame.type === 'change' ? frame.change : frame.value))).toEqual([
      [],
      'one',
      'two',
    ]);
  });
});
