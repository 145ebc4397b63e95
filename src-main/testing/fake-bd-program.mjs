#!/usr/bin/env node
// Answers like bd, in the shapes recorded from 1.3.0 and 0.47.1, over a small file in `.beads`. `.beads/fake-bd.json`
// tells it how to misbehave: { version, mood, only, envelope }; each call it receives is added to `.beads/fake-bd.calls`.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const beads = join(process.cwd(), '.beads');
const read = (name, otherwise) =>
  existsSync(join(beads, name)) ? JSON.parse(readFileSync(join(beads, name), 'utf8')) : otherwise;
const orders = read('fake-bd.json', {});
const version = orders.version ?? process.env.FAKE_BD_VERSION ?? '1.3.0';
const isNew = !version.startsWith('0.');

const flags = new Map();
const words = [];
let isOperand = false;
for (const arg of process.argv.slice(2)) {
  if (arg === '--' && !isOperand) isOperand = true;
  else if (!isOperand && arg.startsWith('-')) {
    const at = arg.indexOf('=');
    const name = at < 0 ? arg : arg.slice(0, at);
    flags.set(name, [...(flags.get(name) ?? []), at < 0 ? true : arg.slice(at + 1)]);
  } else words.push(arg);
}
const flag = (name) => flags.get(`--${name}`)?.[0];
const has = (name) => flags.has(`--${name}`);
const list = (name) => (flags.get(`--${name}`) ?? []).filter((v) => v !== '').map(unquote);
function unquote(value) {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value;
}

const state = read('fake-bd.state', { issues: [], custom: '', count: 0 });
const actor = flag('actor') ?? 'somebody';
function now() {
  state.count += 1;
  return new Date(Date.UTC(2026, 0, 1) + state.count * 1000).toISOString().replace('.000', '');
}

function save() {
  const path = join(beads, 'fake-bd.state');
  writeFileSync(`${path}.new`, JSON.stringify(state));
  renameSync(`${path}.new`, path);
  if (isNew) {
    const store = join(beads, 'embeddeddolt', 'shop', '.dolt', 'noms');
    mkdirSync(store, { recursive: true });
    writeFileSync(join(store, 'manifest'), `5:__DOLT__:${state.count}`);
  } else writeFileSync(join(beads, 'issues.jsonl'), lines());
}
function lines() {
  return state.issues
    .map((issue) => `${JSON.stringify(isNew ? { _type: 'issue', ...issue } : issue)}\n`)
    .join('');
}
function print(value) {
  const wrapped = isNew && orders.envelope !== false ? { data: value, schema_version: 1 } : value;
  process.stdout.write(`${JSON.stringify(wrapped, null, 2)}\n`);
}
function end(code) {
  process.exitCode = code;
}
/** Refusals on stdout as JSON, or on stderr as text: by command and version, as the real one. */
function refuseJson(error) {
  print({ error });
  end(1);
}
function refuseText(error, id) {
  process.stderr.write(`${error}\n`);
  if (isNew && words[0] === 'update') {
    const failed = { error: '1 of 1 issues failed to update', failed: [{ id, error }] };
    process.stderr.write(`${JSON.stringify({ data: failed, schema_version: 1 })}\n`);
  }
  end(isNew ? 1 : 0);
}
const find = (id) => state.issues.find((issue) => issue.id === id);
const isBlocked = (issue) =>
  (issue.dependencies ?? []).some(
    (edge) =>
      edge.type === 'blocks' && find(edge.depends_on_id) && find(edge.depends_on_id).status !== 'closed',
  );
const statuses = ['open', 'in_progress', 'blocked', 'deferred', 'closed', 'pinned', 'hooked'];
const custom = () =>
  state.custom
    .split(',')
    .filter(Boolean)
    .map((part) => part.split(':'));
const isKnown = (status) => [...statuses, ...custom().map(([name]) => name)].includes(status);
const stdin = () => readFileSync(0, 'utf8');

function shown(issue) {
  // An end that is not here is not shown, only exported.
  const here = (issue.dependencies ?? []).filter((edge) => find(edge.depends_on_id));
  const dependencies = here.map((edge) => ({
    ...find(edge.depends_on_id),
    dependencies: undefined,
    dependency_type: edge.type,
  }));
  return { ...issue, dependencies: dependencies.length > 0 ? dependencies : undefined };
}
function addEdge(id, on, type) {
  const issue = find(id);
  issue.dependencies = [
    ...(issue.dependencies ?? []),
    { issue_id: id, depends_on_id: on, type, created_at: now(), created_by: actor },
  ];
}
const TEXTS = { title: 'title', design: 'design', acceptance: 'acceptance_criteria', notes: 'notes' };
const MORE = {
  assignee: 'assignee',
  type: 'issue_type',
  status: 'status',
  due: 'due_at',
  defer: 'defer_until',
};
function setFields(issue) {
  for (const [name, field] of Object.entries({ ...TEXTS, ...MORE, 'external-ref': 'external_ref' }))
    if (has(name)) issue[field] = flag(name) || undefined;
  if (has('priority')) issue.priority = Number(flag('priority'));
  if (has('estimate')) issue.estimated_minutes = Number(flag('estimate'));
  if (has('body-file')) issue.description = stdin();
  if (has('description')) issue.description = flag('description') || undefined;
  if (has('metadata')) issue.metadata = { ...issue.metadata, ...JSON.parse(flag('metadata')) };
  for (const key of list('unset-metadata')) delete issue.metadata?.[key];
  if (has('set-labels')) issue.labels = list('set-labels').sort();
  const kept = (issue.labels ?? []).filter((label) => !list('remove-label').includes(label));
  issue.labels = [...new Set([...kept, ...list('add-label'), ...list('labels')])].sort();
  if (issue.labels.length === 0) delete issue.labels;
  if (has('parent')) {
    issue.dependencies = (issue.dependencies ?? []).filter((edge) => edge.type !== 'parent-child');
    if (flag('parent')) addEdge(issue.id, flag('parent'), 'parent-child');
  }
}

const commands = {
  version: () => print({ version, build: 'fake' }),
  export: () => process.stdout.write(lines()),
  statuses: () =>
    print({
      built_in_statuses: statuses.map((name) => ({ name, category: 'wip' })),
      custom_statuses: custom().map(([name, category]) => ({ name, category })),
    }),
  config() {
    if (words[1] === 'set') {
      state.custom = words[3];
      save();
    }
    print({ key: 'status.custom', value: state.custom });
  },
  show() {
    const issue = find(words[1]);
    if (issue) print([shown(issue)]);
    else if (isNew) refuseJson('no issues found matching the provided IDs');
    else refuseText(`Error fetching ${words[1]}: no issue found`);
  },
  create() {
    const id = `shop-f${(state.issues.length + 1).toString(36).padStart(2, '0')}`;
    const at = now();
    const issue = { id, title: '', status: 'open', priority: 2, issue_type: 'task', created_at: at };
    Object.assign(issue, { created_by: actor, updated_at: at });
    state.issues.push(issue);
    setFields(issue);
    for (const on of list('deps')) addEdge(id, on, 'blocks');
    save();
    print({ ...issue, dependencies: undefined });
  },
  update() {
    const issue = find(words[1]);
    if (!issue) return refuseText(`Error resolving ${words[1]}: no issue found`, words[1]);
    if (has('status') && !isKnown(flag('status'))) {
      const error = `invalid status "${flag('status')}"`;
      return isNew ? refuseJson(error) : refuseText(`Error updating ${issue.id}: ${error}`);
    }
    if (has('if-status') && issue.status !== flag('if-status')) {
      refuseText('guard not held', issue.id);
      return end(13);
    }
    if (has('claim')) {
      const isTaken = issue.assignee && !(isNew && issue.assignee === actor);
      if (isTaken) return refuseText(`issue already claimed by ${issue.assignee}`, issue.id);
      Object.assign(issue, { assignee: actor, status: 'in_progress', started_at: now() });
    }
    setFields(issue);
    issue.updated_at = now();
    save();
    print([{ ...issue, dependencies: undefined }]);
  },
  close() {
    const issue = find(words[1]);
    if (!issue) return refuseJson(`resolving ID ${words[1]}: no issue found`);
    if (isBlocked(issue) && !has('force')) return refuseText(`cannot close blocked issue: ${issue.id}`);
    const at = now();
    Object.assign(issue, { status: 'closed', closed_at: at, close_reason: flag('reason'), updated_at: at });
    save();
    print([issue]);
  },
  reopen() {
    const issue = find(words[1]);
    Object.assign(issue, {
      status: 'open',
      closed_at: undefined,
      close_reason: undefined,
      updated_at: now(),
    });
    save();
    print([issue]);
  },
  dep() {
    const [, verb, id, on] = words;
    const issue = find(id);
    if (!issue) return refuseJson(`no issue found matching "${id}"`);
    if (verb === 'remove') {
      issue.dependencies = issue.dependencies.filter((edge) => edge.depends_on_id !== on);
      save();
      return print({ status: 'removed', issue_id: id, depends_on_id: on });
    }
    const reach = (from) =>
      from === id || (find(from)?.dependencies ?? []).some((edge) => reach(edge.depends_on_id));
    if (reach(on)) return refuseJson('adding dependency would create a cycle');
    addEdge(id, on, flag('type'));
    save();
    print({ status: 'added', issue_id: id, depends_on_id: on, type: flag('type') });
  },
  comments() {
    const [, , id, text] = words;
    const issue = find(id);
    if (!issue) return refuseJson(`no issue found matching "${id}"`);
    const comment = {
      id: isNew ? `c-${state.count}` : state.count,
      issue_id: id,
      author: flag('author'),
      text,
    };
    issue.comments = [...(issue.comments ?? []), { ...comment, created_at: now() }];
    save();
    print(issue.comments.at(-1));
  },
  history: () => print([{ event_type: 'created', actor: 'ada', created_at: '2026-01-01T00:00:00Z' }]),
  events: () => process.stdout.write(orders.journal ?? ''),
};

const moods = {
  /** Until it is ended from outside; says so first, so that nobody has to guess. */
  hang() {
    appendFileSync(join(beads, 'fake-bd.hanging'), `${process.pid}\n`);
    setInterval(() => {}, 1_000_000);
  },
  /** With a child that keeps the pipes open. */
  'hang-family'() {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });
    appendFileSync(join(beads, 'fake-bd.hanging'), `${child.pid}\n`);
    moods.hang();
  },
  /** The work is done, the answer never comes. */
  'hang-after'() {
    const write = process.stdout.write;
    process.stdout.write = () => true;
    commands[words[0]]();
    process.stdout.write = write;
    moods.hang();
  },
  garbage: () => process.stdout.write('Found 3 issues:\n  shop-1 one\n'),
  silent: () => {},
  locked() {
    process.stderr.write(`${JSON.stringify({ error: 'another process holds the exclusive lock' })}\n`);
    end(1);
  },
  frozen() {
    process.stderr.write('This workspace is frozen for migration.\n');
    end(14);
  },
  'stderr-json'() {
    process.stderr.write(`${JSON.stringify({ error: 'cannot open the store', hint: 'run bd doctor' })}\n`);
    end(1);
  },
  'stdout-json': () => refuseJson('dolt said no'),
  'stderr-text'() {
    process.stderr.write('2026/01/01 10:00:00 warning: something old\nError: the disk is on fire\n');
    end(1);
  },
  usage() {
    process.stderr.write('Error: unknown flag: --nonsense\nUsage:\n  bd [flags]\n');
    end(1);
  },
  skew() {
    process.stderr.write(
      `${JSON.stringify({ error: 'schema is newer than this bd', code: 'schema_skew' })}\n`,
    );
    end(1);
  },
  'wrong-id': () => print([{ id: 'other-1', title: 'not that one', status: 'open' }]),
  flood() {
    const chunk = 'x'.repeat(65_536);
    const more = () => process.stdout.write(chunk, more);
    more();
  },
};

if (existsSync(beads))
  appendFileSync(join(beads, 'fake-bd.calls'), `${JSON.stringify(process.argv.slice(2))}\n`);
const mood = orders.only === undefined || orders.only === words[0] ? orders.mood : undefined;
if (mood !== undefined) moods[mood]();
else if (words[0] === 'events' && orders.journal === undefined) end(1);
else commands[words[0]]?.();
