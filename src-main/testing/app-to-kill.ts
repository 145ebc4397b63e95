import type { Frame } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { LiveChange, LiveView } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { Session } from '@domain/session/record';
import { compose } from '../compose';

/*
 * The whole program without a window, as a process that a test kills: node <script> <project> <phase> <session|new> [prompt]
 * It says, in lines of JSON, what was acknowledged (an answer it got, a message that was stored) and when the phase of the
 * turn is reached in which it is to be killed. `end`: it waits for the end of the turn, closes in good order and leaves.
 */
export type Phase =
  | 'before'
  | 'thinking'
  | 'text'
  | 'tool'
  | 'permission'
  | 'after'
  | 'pausing'
  | 'queued'
  | 'end';

const [project = '', phase = 'end', named = 'new', prompt = ''] = process.argv.slice(2);
const say = (value: object) => void process.stdout.write(`${JSON.stringify(value)}\n`);
const window = { door: 'ui', connection: 'killed' } as const;

const app = await compose({ env: process.env, shell: 'serve' });
const ask = async <T>(name: string, input: object): Promise<T> => {
  const answer = await app.dispatch.call(name, input, window);
  if (!answer.ok) {
    say({ event: 'refused', name, error: answer.error });
    throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  }
  return answer.value as T;
};

await ask('projects.open', { path: project });
await app.projects.trust(project as FolderPath, true);
const id = named === 'new' ? (await ask<Session>('sessions.create', { project })).id : named;
say({ event: 'session', id });

const has = (view: LiveView, kind: string) => view.parts.some(({ type }) => type === kind);
const isReached = (view: LiveView, last: LiveChange | null): boolean => {
  switch (phase as Phase) {
    case 'before':
      return view.has_process && view.status === 'idle';
    case 'thinking':
      return has(view, 'thinking');
    case 'text':
      return has(view, 'text');
    case 'tool':
      return has(view, 'tool') && view.permissions.length === 0;
    case 'permission':
      return view.permissions.length > 0;
    case 'pausing':
    case 'queued':
      return false;
    default:
      return last?.type === 'turn-ended';
  }
};

/** The wish is on disk; how far its steps are when we are killed is left to chance. */
async function pausing(): Promise<void> {
  void ask('sessions.pause', { project, id });
  for (;;) {
    const { status, pending } = await ask<Session>('sessions.show', { project, id });
    if (status === 'paused' || pending?.type === 'pause') return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Answered: it waits for the end of the turn. */
async function queued(): Promise<void> {
  const { is_queued } = await ask<{ is_queued: boolean }>('sessions.prompt', {
    project,
    id,
    text: 'Wait for it',
  });
  say({ event: 'acknowledged', is_queued });
}

let isTold = false;
let isActing = false;
const reached = new Promise<void>((resolve) => {
  let view = noLiveView;
  const tell = () => {
    if (isTold) return;
    isTold = true;
    say({ event: 'reached', phase, seat: view.seat });
    resolve();
  };
  const hear = (frame: Frame<LiveView, LiveChange>) => {
    const change = frame.type === 'change' ? frame.change : null;
    view = frame.type === 'snapshot' ? frame.value : applyLiveChange(view, frame.change);
    // Told only when it is stored (T4 of talk.ts).
    if (change?.type === 'recorded')
      for (const message of change.messages) say({ event: 'stored', message: message.id });
    if ((phase === 'pausing' || phase === 'queued') && has(view, 'text') && !isActing) {
      isActing = true;
      void (phase === 'pausing' ? pausing : queued)().then(tell);
    }
    if (isReached(view, change)) tell();
  };
  void app.dispatch.follow('sessions.live', { project, id }, null, (frame) => hear(frame as never), window);
});

const session = await ask<Session>('sessions.show', { project, id });
const begin = session.status === 'draft' ? 'sessions.start' : 'sessions.resume';
const started = await ask<Session>(begin, { project, id, ...(prompt === '' ? {} : { prompt }) });
say({ event: 'started', status: started.status });
await reached;
if (phase === 'end') {
  await app.close();
  say({ event: 'closed' });
}
