import type { Frame } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { LiveChange, LiveView } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { compose } from '../compose';

/*
 * node --expose-gc <script> <project> <sessions> <turns> <minutes>
 * The whole program with many sessions that stream at once, against a model that says every prompt back to whom it came
 * from. It ends after so many turns of each session and not before so many minutes, and says one line of JSON.
 * A  What was told live, and what was recorded, is what was said to this session: nothing dropped, nothing mixed.
 * B  The heap after a collection is as high in the last third as in the second: what was said does not stay in memory.
 */
const [project = '', count = '8', least = '6', minutes = '0'] = process.argv.slice(2);
const [sessions, turns, untilMs] = [Number(count), Number(least), Number(minutes) * 60_000];
const window = { door: 'ui', connection: 'soak' } as const;

const app = await compose({ env: process.env, shell: 'serve' });
const ask = async <T>(name: string, input: object): Promise<T> => {
  const answer = await app.dispatch.call(name, { project, ...input }, window);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return answer.value as T;
};
await app.projects.open(project);
await app.projects.trust(project as FolderPath, true);
// All of them at once: nobody waits in line for a place.
await app.dispatch.call('settings.update', { patch: { sessions: { max_active: sessions } } }, window);

const began = performance.now();
const heap: number[] = [];
const wrong: string[] = [];
let pieces = 0;
let characters = 0;
let done = 0;

/** One number per round of all sessions. */
function sample(): void {
  done += 1;
  if (done % sessions !== 0) return;
  (globalThis as { gc?: () => void }).gc?.();
  heap.push(process.memoryUsage().heapUsed);
}

/** As often as `resources/scripted-model/soak.json` says it back. */
const ECHOES = 300;
const isRight = (text: string, said: string) => text === said.repeat(ECHOES);

async function talk(index: number): Promise<void> {
  const { id } = await ask<Session>('sessions.create', { title: `Soak ${index}` });
  let heard = '';
  let ended = () => {};
  const hear = (frame: Frame<LiveView, LiveChange>) => {
    if (frame.type !== 'change') return;
    if (frame.change.type === 'text') {
      heard += frame.change.text;
      pieces += 1;
      characters += frame.change.text.length;
    }
    if (frame.change.type === 'turn-ended') ended();
  };
  await app.dispatch.follow('sessions.live', { project, id }, null, (frame) => hear(frame as never), window);
  await ask('sessions.start', { id, seat: 'stream' });
  let turn = 0;
  for (; turn < turns || performance.now() - began < untilMs; turn += 1) {
    const said = `<session ${index} ${id} turn ${turn}>`;
    heard = '';
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    await ask('sessions.prompt', { id, text: said });
    await over;
    if (!isRight(heard, said)) wrong.push(`live ${index}/${turn}: ${heard.length} characters`);
    sample();
  }
  await ask('sessions.pause', { id });
  wrong.push(...(await misrecorded(id, index, turn)));
}

/** The record is read to its end, after the pause: everything was told by then. */
async function misrecorded(id: string, index: number, turn: number): Promise<string[]> {
  const found: Message[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { messages: Message[]; next_cursor: string | null } = await ask('sessions.messages', {
      id,
      cursor,
      limit: 500,
    });
    found.push(...page.messages);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  const textOf = ({ content }: Message) =>
    content.map((one) => (one.type === 'text' ? one.text : '')).join('');
  const prompts = found.filter(({ role }) => role === 'user').map(textOf);
  const answers = found.filter(({ role }) => role === 'assistant').map(textOf);
  const mistakes = answers.flatMap((text, at) =>
    isRight(text, prompts[at] ?? '?') && prompts[at]?.includes(id) ? [] : [`record ${index}/${at}`],
  );
  return answers.length === turn && prompts.length === turn
    ? mistakes
    : [...mistakes, `record ${index}: ${prompts.length} prompts, ${answers.length} answers of ${turn}`];
}

await Promise.all(Array.from({ length: sessions }, (_, index) => talk(index)));
const seconds = (performance.now() - began) / 1000;
await app.close();

const third = Math.floor(heap.length / 3);
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
const [middle, last] = [mean(heap.slice(third, 2 * third)), mean(heap.slice(2 * third))];
const report = {
  soak: 'sessions',
  sessions,
  turns: done,
  seconds: Math.round(seconds),
  pieces,
  characters,
  wrong: wrong.slice(0, 5),
  heap_mb: { first: mb(mean(heap.slice(0, third))), middle: mb(middle), last: mb(last) },
  heap_growth_kb_per_turn: Math.round(((last - middle) / 1024 / Math.max(1, done / 3)) * 10) / 10,
  rss_mb: mb(process.memoryUsage().rss),
};
process.stdout.write(`${JSON.stringify(report)}\n`);

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}
