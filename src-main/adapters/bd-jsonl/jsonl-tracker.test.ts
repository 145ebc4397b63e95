import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readinessOf } from '@domain/bead/readiness';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accepted, describeBeadTracker, refusal } from '../../testing/bead-tracker-conformance';
import { draft, id, jsonlProject, LINE, openJsonl } from '../../testing/jsonl-project';
import { tempDir } from '../../testing/temp-dir';
import { initJsonlProject } from './init-jsonl-project';

const FIXTURES = fileURLToPath(new URL('../../../src-shared/domain/bead/testdata/fixtures', import.meta.url));

describeBeadTracker('a file', async () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-conformance-'));
  initJsonlProject(folder, 'demo');
  const beadsDir = join(folder, '.beads');
  writeFileSync(join(beadsDir, 'config.yaml'), 'issue-prefix: demo\n');
  const tracker = openJsonl(beadsDir);
  let added = 0;
  return {
    tracker,
    async addFromOutside(title) {
      added += 1;
      const at = '2026-06-01T12:00:00Z';
      const record = { id: `demo-out${added}`, title, priority: 2, created_at: at, updated_at: at };
      appendFileSync(join(beadsDir, 'issues.jsonl'), `${JSON.stringify(record)}\n`);
    },
    async dispose() {
      tracker.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

describe('what stays byte for byte', () => {
  it('an edit changes its own line and in it only the named members', async () => {
    const own = LINE('a-2', ',"big":12345678901234567890,"x":{"b":1,  "a":[1.50,"\\u00e9"]}');
    const rest = [`\ufeff${LINE('a-1')}`, '{"id":"a-bad","title":"cut', '', '<<<<<<< HEAD', '[1,2]'];
    const { tracker, text } = jsonlProject(`${[...rest, own, LINE('a-3')].join('\r\n')}`);
    accepted(
      await tracker.update({
        id: id('a-2'),
        patch: { title: 'a < b', notes: 'ü' },
        expected: {},
        actor: 'ada',
      }),
    );
    const changed = own
      .replace('"title":"a-2"', '"title":"a \\u003c b","notes":"ü"')
      .replace('"updated_at":"2026-05-01T00:00:00Z"', '"updated_at":"2026-06-01T12:00:00Z"');
    expect(text()).toBe([...rest, changed, LINE('a-3')].join('\r\n'));
  });

  it('bytes that are no UTF-8 survive, also on the edited line', async () => {
    const broken = Buffer.concat([
      Buffer.from(LINE('a-1', ',"odd":"').slice(0, -1)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}\n'),
    ]);
    const { tracker, beadsDir } = jsonlProject(Buffer.concat([broken, Buffer.from(`${LINE('a-2')}\n`)]));
    accepted(await tracker.update({ id: id('a-1'), patch: { priority: 0 }, expected: {}, actor: 'ada' }));
    const after = readFileSync(join(beadsDir, 'issues.jsonl'));
    expect(after.includes(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]))).toBe(true);
    expect(after.subarray(-LINE('a-2').length - 1).toString()).toBe(`${LINE('a-2')}\n`);
  });

  it.each([
    ['\n', true],
    ['\n', false],
    ['\r\n', true],
    ['\r\n', false],
  ])('a new bead keeps line ends %j and the last one (%s)', async (eol, isEnded) => {
    const before = [LINE('a-1', ',"_type":"issue"'), LINE('a-0', ',"_type":"issue"')].join(eol);
    const { tracker, text } = jsonlProject(before + (isEnded ? eol : ''));
    const made = accepted(await tracker.create(draft({ title: 'New', priority: 4 }), 'ada'));
    expect(text()).toBe(
      `${before}${eol}{"_type":"issue","id":"${made.id}","title":"New","status":"open","priority":4,"issue_type":"task","created_at":"2026-06-01T12:00:00Z","created_by":"ada","updated_at":"2026-06-01T12:00:00Z"}${isEnded ? eol : ''}`,
    );
  });

  it('a new bead goes where the order of the file wants it', async () => {
    const line = (name: string) =>
      LINE(name).replace('"2026-05-01T00:00:00Z"}', '"2026-05-01T00:00:00.5+02:00"}');
    const { tracker, text } = jsonlProject(`${line('a-000')}\n${line('a-zzzz')}\n`);
    const made = accepted(await tracker.create(draft({ title: 'Between' }), 'ada'));
    expect(
      text()
        .split('\n')
        .map((one) => (one === '' ? '' : JSON.parse(one).id)),
    ).toEqual(['a-000', made.id, 'a-zzzz', '']);
  });

  it('keeps the mode of the file, and leaves no other file behind', async () => {
    const { tracker, beadsDir } = jsonlProject(`${LINE('a-1')}\n`);
    writeFileSync(join(beadsDir, '.~issues.jsonl.console-1-dead'), 'half');
    accepted(await tracker.comment(id('a-1'), 'hello', 'ada'));
    expect(readdirSync(beadsDir).sort()).toEqual(['issues.jsonl', 'sessions']);
    expect(readFileSync(join(beadsDir, 'sessions', '.gitignore'), 'utf8')).toBe('*\n');
    expect(statSync(join(beadsDir, 'issues.jsonl')).mode & 0o777).toBe(0o644);
    expect(readdirSync(join(beadsDir, 'sessions'))).toEqual(['.gitignore']);
  });

  it('writes nothing when the wish is already so', async () => {
    const { tracker, text } = jsonlProject(LINE('a-1'));
    accepted(await tracker.reopen(id('a-1'), 'ada'));
    accepted(await tracker.update({ id: id('a-1'), patch: { title: 'a-1' }, expected: {}, actor: 'ada' }));
    expect(text()).toBe(LINE('a-1'));
  });
});

describe('the rules of bd', () => {
  it('steps updated_at past the old value also when the clock stands behind', async () => {
    const late = LINE('a-1').replace(
      '"updated_at":"2026-05-01T00:00:00Z"',
      '"updated_at":"2027-01-01T00:00:00Z"',
    );
    const { tracker } = jsonlProject(late);
    const bead = accepted(
      await tracker.update({ id: id('a-1'), patch: { priority: 1 }, expected: {}, actor: 'ada' }),
    );
    expect(bead.updated_at).toBe('2027-01-01T00:00:01Z');
  });

  it('closed_at is there exactly while closed', async () => {
    const { tracker } = jsonlProject(LINE('a-1', ',"pinned":true').replace('"open"', '"pinned"'));
    const move = (status: string) =>
      tracker.update({ id: id('a-1'), patch: { status }, expected: {}, actor: 'ada' });
    expect(accepted(await move('in_progress'))).toMatchObject({ started_at: '2026-06-01T12:00:00Z' });
    expect(accepted(await tracker.show(id('a-1'))).pinned).toBeUndefined();
    expect(accepted(await move('closed')).closed_at).toBe('2026-06-01T12:00:00Z');
    expect(accepted(await move('blocked')).closed_at).toBeUndefined();
    expect(refusal(await move('tombstone')).code).toBe('status-unknown');
  });

  it('names children after their parent, three levels deep', async () => {
    const { tracker } = jsonlProject(`${LINE('a-1')}\n${LINE('a-1.7')}\n`);
    const child = accepted(await tracker.create(draft({ title: 'c', parent: id('a-1') }), 'ada'));
    const second = accepted(await tracker.create(draft({ title: 'd', parent: child.id }), 'ada'));
    const third = accepted(await tracker.create(draft({ title: 'e', parent: second.id }), 'ada'));
    expect([child.id, second.id, third.id]).toEqual(['a-1.8', 'a-1.8.1', 'a-1.8.1.1']);
    expect(refusal(await tracker.create(draft({ title: 'f', parent: third.id }), 'ada')).code).toBe(
      'bead-invalid',
    );
  });

  it('puts a bead deferred to a later day aside at once', async () => {
    const { tracker } = jsonlProject('');
    const bead = accepted(
      await tracker.create(draft({ title: 'Later', defer_until: '2026-07-01T00:00:00Z' }), 'ada'),
    );
    expect(bead.status).toBe('deferred');
  });

  it('finds the bead of two lines that counts, and edits that line', async () => {
    const newer = LINE('a-1')
      .replace('"title":"a-1"', '"title":"newer"')
      .replace(/updated_at":"2026-05/, 'updated_at":"2026-06');
    const { tracker, text } = jsonlProject(`${LINE('a-1')}\n${newer}\n`);
    accepted(await tracker.update({ id: id('a-1'), patch: { priority: 0 }, expected: {}, actor: 'ada' }));
    const [first, second] = text().split('\n');
    expect(first).toBe(LINE('a-1'));
    expect(JSON.parse(second ?? '')).toMatchObject({ title: 'newer', priority: 0 });
  });

  it('a deleted bead is not found, and its id is not given again', async () => {
    const { tracker } = jsonlProject(LINE('a-1').replace('"open"', '"tombstone"'));
    expect(refusal(await tracker.show(id('a-1'))).code).toBe('bead-not-found');
    expect(accepted(await tracker.create(draft({ title: 'x' }), 'ada')).id).not.toBe('a-1');
  });

  it('refuses edges that make no sense', async () => {
    const { tracker } = jsonlProject(`${LINE('a-1')}\n${LINE('a-2')}\n`);
    const add = (on: string, type = 'blocks') =>
      tracker.addDependency({ id: id('a-1'), depends_on: on, type }, 'ada');
    expect(refusal(await add('a-1')).code).toBe('dependency-refused');
    expect(refusal(await add('a-9')).code).toBe('bead-not-found');
    accepted(await add('a-2'));
    accepted(await add('a-2'));
    accepted(await add('external:shop:login'));
    expect(refusal(await add('a-2', 'related'))).toMatchObject({
      code: 'dependency-refused',
      why: 'second-edge',
    });
    expect(refusal(await tracker.removeDependency(id('a-2'), 'a-1', 'ada'))).toMatchObject({
      why: 'no-such-edge',
    });
    expect(accepted(await tracker.removeDependency(id('a-1'), 'a-2', 'ada')).dependencies).toHaveLength(1);
  });
});

describe('a project of bd 0.4x without a database', () => {
  it('keeps its rules, its numbers for comments and plain status names', async () => {
    const folder = tempDir('small');
    cpSync(join(FIXTURES, 'small'), folder, { recursive: true });
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
    const tracker = openJsonl(join(folder, '.beads'));
    onTestFinished(() => tracker.dispose());
    const info = accepted(await tracker.info());
    const { beads } = accepted(await tracker.list());
    expect(readinessOf(beads, info.rules, Date.parse(expected.now)).ready).toEqual(expected.ready);
    const bead = beads.find((one) => one.status === 'open');
    if (bead === undefined) throw new Error('no open bead');
    expect(accepted(await tracker.comment(bead.id, 'hello', 'ada')).id).toEqual(expect.any(Number));
    const claimed = accepted(await tracker.claim({ id: bead.id, actor: 'ada', marker: 'm1' }));
    expect(claimed.labels).toContain('console-claim:m1');
    expect(claimed.metadata).toEqual(bead.metadata);
    accepted(await tracker.configureStatus('qa', 'wip'));
    expect(readFileSync(join(folder, '.beads', 'config.yaml'), 'utf8')).toBe(
      'issue-prefix: "acme"\nstatus.custom: "in_review,qa"\ntypes.custom: "research,gate,message"\nno-db: true\n',
    );
  });
});

describe('a new project', () => {
  it('is recognisable, ignored where it should be, and left alone when it is there', () => {
    const folder = tempDir('My Shop 2');
    expect(initJsonlProject(folder, 'shop')).toEqual({ ok: true, value: join(folder, '.beads') });
    expect(readdirSync(join(folder, '.beads')).sort()).toEqual(['.gitignore', 'config.yaml', 'issues.jsonl']);
    writeFileSync(join(folder, '.beads', 'issues.jsonl'), LINE('a-1'));
    initJsonlProject(folder, 'other');
    expect(readFileSync(join(folder, '.beads', 'issues.jsonl'), 'utf8')).toBe(LINE('a-1'));
    expect(readFileSync(join(folder, '.beads', 'config.yaml'), 'utf8')).toContain('issue-prefix: "shop"');
  });
});
