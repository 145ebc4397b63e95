import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { SessionFact } from '@domain/session/events';
import { evolve } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitOf, createdCommit, messageOf, runFacts, value } from '../../testing/session-facts';
import { contentOf, createStorePlace, type StorePlace } from '../../testing/store-place';
import type { SessionFilesStore } from './session-files-store';

/** What the store must hold: replay by hand, with no file involved. */
type Model = {
  sessions: Map<SessionId, Session>;
  tombstones: Set<SessionId>;
  messages: Map<SessionId, Set<string>>;
};
type Real = { place: StorePlace; store: SessionFilesStore; other: SessionFilesStore | null };

const pick = (model: Model, nth: number): Session | undefined => {
  const all = [...model.sessions.values()];
  return all[nth % Math.max(1, all.length)];
};

function agree(model: Model, store: SessionFilesStore): void {
  expect(contentOf(store)).toEqual([...model.sessions.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(new Set(store.tombstones())).toEqual(model.tombstones);
}

abstract class Step implements fc.AsyncCommand<Model, Real> {
  abstract run(model: Model, real: Real): Promise<void>;
  check = () => true;
  toString = () => this.constructor.name;
}

class Create extends Step {
  async run(model: Model, real: Real) {
    const commit = createdCommit(real.store.project_id, { title: `n${model.sessions.size}` });
    const [session] = value(await real.store.commit([commit]));
    if (!session) throw new Error('nothing was created');
    model.sessions.set(session.id, session);
    agree(model, real.store);
  }
}

class Change extends Step {
  constructor(
    private readonly nth: number,
    private readonly facts: (session: Session) => SessionFact[],
  ) {
    super();
  }
  async run(model: Model, real: Real) {
    const session = pick(model, this.nth);
    if (session === undefined) return;
    const commit = commitOf(session, this.facts(session));
    value(await real.store.commit([commit]));
    let next: Session | null = session;
    for (const event of commit.events) next = evolve(next, event);
    if (next === null) {
      model.sessions.delete(session.id);
      model.tombstones.add(session.id);
      model.messages.delete(session.id);
    } else model.sessions.set(session.id, next);
    agree(model, real.store);
  }
}

class LoseRace extends Step {
  constructor(private readonly nth: number) {
    super();
  }
  async run(model: Model, real: Real) {
    const session = pick(model, this.nth);
    if (session === undefined) return;
    const stale = { ...session, revision: session.revision + 3 };
    expect(await real.store.commit([commitOf(stale, [{ type: 'focused' }])])).toMatchObject({
      error: { code: 'revision-conflict', found: session.revision },
    });
    agree(model, real.store);
  }
}

class Say extends Step {
  constructor(
    private readonly nth: number,
    private readonly number: number,
  ) {
    super();
  }
  async run(model: Model, real: Real) {
    const session = pick(model, this.nth);
    if (session === undefined) return;
    const said = model.messages.get(session.id) ?? new Set();
    said.add(`m${this.number}`);
    model.messages.set(session.id, said);
    expect(value(await real.store.appendMessages(session.id, [messageOf(this.number)]))).toEqual({
      count: said.size,
    });
  }
}

/** The other console takes over as the one that is asked; the first stays open and must keep up. */
class Swap extends Step {
  async run(model: Model, real: Real) {
    real.other ??= await real.place.open();
    [real.store, real.other] = [real.other, real.store];
    await real.store.refresh();
    agree(model, real.store);
  }
}

class Restart extends Step {
  constructor(private readonly spoil: 'nothing' | 'index' | 'journal' | 'torn') {
    super();
  }
  async run(model: Model, real: Real) {
    await real.other?.close();
    await real.store.close();
    real.other = null;
    const { place } = real;
    if (this.spoil === 'index') writeFileSync(join(place.folder, 'index.json'), '{"ver');
    if (this.spoil === 'journal') rmSync(place.folder, { recursive: true });
    if (this.spoil === 'torn')
      writeFileSync(join(place.folder, 'events.jsonl'), `${place.read('events.jsonl')}{"v":1,"se`);
    real.store = await place.open();
    agree(model, real.store);
    for (const [id, said] of model.messages) {
      const page = value(await real.store.readMessages(id, { cursor: null, limit: 500 }));
      expect(page.messages.map((message) => message.id).sort()).toEqual([...said].sort());
    }
  }
}

const nth = fc.nat(20);
const steps = [
  fc.constant(new Create()),
  nth.map((n) => new Change(n, (session) => runFacts(session))),
  fc
    .tuple(nth, fc.string({ maxLength: 30 }))
    .map(([n, title]) => new Change(n, () => [{ type: 'retitled', title }])),
  nth.map((n) => new Change(n, () => [{ type: 'trashed' }, { type: 'untrashed' }, { type: 'focused' }])),
  nth.map((n) => new Change(n, () => [{ type: 'purged' }])),
  nth.map((n) => new LoseRace(n)),
  fc.tuple(nth, fc.nat(9)).map(([n, number]) => new Say(n, number)),
  fc.constant(new Swap()),
  fc.constantFrom('nothing', 'index', 'journal', 'torn').map((spoil) => new Restart(spoil as 'nothing')),
];

it('P1 P2 P5 P6 any sequence of changes, consoles, restarts and damage: memory, disk and model agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { size: 'max', maxCommands: 40 }), async (commands) => {
      const place = createStorePlace('model');
      const real: Real = { place, store: await place.open(), other: null };
      const setup = () => ({
        model: { sessions: new Map(), tombstones: new Set(), messages: new Map() } as Model,
        real,
      });
      try {
        await fc.asyncModelRun(setup, commands);
      } finally {
        await real.other?.close();
        await real.store.close();
      }
    }),
    { numRuns: Number(process.env['BEADS_CONSOLE_MODEL_RUNS'] ?? 15) },
  );
}, 120_000);
