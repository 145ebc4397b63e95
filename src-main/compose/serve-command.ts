import { resolve } from 'node:path';
import type { CliFrame } from '../surfaces/cli/frame';
import { openBrowser } from '../surfaces/cli/open-browser';
import type { ServeArguments } from '../surfaces/cli/program';
import { type Demo, makeDemo } from './make-demo';
import { type Served, serve } from './serve';

type Serving = Extract<Served, { kind: 'serving' }>;
type HandedOver = Extract<Served, { kind: 'handed-over' }>;

const RENEWED = {
  damaged: 'The token file was damaged, so a new token was made. Open pages have to log in again.',
  exposed: 'The token file was readable to others, so a new token was made. Open pages have to log in again.',
};

/** The built window, and our own files. */
export type Folders = { readonly rendererFolder: string; readonly resources: string };

/** Runs until a signal ends it. */
export async function serveCommand(
  frame: CliFrame,
  folders: Folders,
  options: ServeArguments,
): Promise<void> {
  // Before anything is taken, so that a signal in the middle of the start still gives everything back.
  const stop = stopSignal();
  try {
    if (!options.demo) return await serveUntil(stop, frame, folders, options, null);
    if (options.project !== null) {
      return frame.fail({ code: 'usage', message: '--demo has a project of its own; leave yours out.' });
    }
    const made = await makeDemo({ env: frame.env, resources: folders.resources, needsClaude: false });
    if (!made.ok) return frame.fail(made.error);
    try {
      await serveUntil(stop, frame, folders, options, made.value);
    } finally {
      await made.value.close();
    }
  } finally {
    stop.forget();
  }
}

async function serveUntil(
  stop: StopSignal,
  frame: CliFrame,
  folders: Folders,
  options: ServeArguments,
  demo: Demo | null,
): Promise<void> {
  const named = options.project === null ? null : resolve(frame.cwd, options.project);
  const served = await serve({
    ...folders,
    env: demo?.env ?? frame.env,
    project: demo?.project ?? named,
    port: options.port,
    demo,
  });
  if (!served.ok) return frame.fail(served.error);
  if (served.value.kind === 'handed-over') return sayHandedOver(frame, served.value, options);
  try {
    if (!stop.isRung()) await sayReady(frame, served.value, options);
    await stop.rung;
    sayLeaving(frame, served.value.turns());
  } finally {
    await served.value.close();
  }
}

/** A person at the terminal is told what the end waits for, and how not to wait; a script is not spoken to. */
function sayLeaving(frame: CliFrame, turns: number): void {
  if (turns === 0 || !process.stderr.isTTY) return;
  const many = turns === 1 ? '1 session is working and is' : `${turns} sessions are working and are`;
  frame.warn(`${many} being paused: what was said so far is kept. Press Ctrl-C again to end at once.`);
}

async function sayReady(
  frame: CliFrame,
  serving: Serving,
  { json, open, demo }: ServeArguments,
): Promise<void> {
  const { url, login_url, token_file, pid, renewed } = serving;
  if (renewed === 'damaged' || renewed === 'exposed') frame.warn(RENEWED[renewed]);
  if (json) frame.sayJson({ event: 'ready', url, login_url, token_file, pid });
  const isOpened = open && (await openBrowser(login_url, frame.env));
  if (json) return;
  if (demo) frame.say('This is a demo: a made-up project and a scripted model. It is gone when you stop it.');
  // One address: the one without the key in it would only lead to a closed door.
  frame.say(isOpened ? 'Beads Console is ready, and open in your browser.' : 'Beads Console is ready.');
  frame.say(`${isOpened ? 'Opened' : 'Open'}: ${login_url}`);
  frame.say(frame.paint('dim', 'The link works once, within ten minutes. Press Ctrl-C to stop.'));
}

async function sayHandedOver(
  frame: CliFrame,
  given: HandedOver,
  { json, open, port }: ServeArguments,
): Promise<void> {
  const { pid, shell, login_url, token_file } = given;
  const url = login_url?.replace(/#.*$/, '') ?? null;
  if (json) frame.sayJson({ event: 'handed-over', url, login_url, token_file, pid, shell });
  const isOpened = login_url !== null && open && (await openBrowser(login_url, frame.env));
  if (json) return;
  if (login_url === null) {
    frame.say(`Beads Console already runs as a desktop app (process ${pid}); its window is in front now.`);
    if (port !== 0) frame.say(portNotTaken(port));
    return;
  }
  frame.say(`Beads Console already runs at ${url} (process ${pid}).`);
  if (port !== 0 && url !== null && new URL(url).port !== String(port)) frame.say(portNotTaken(port));
  frame.say(`${isOpened ? 'Opened' : 'Open'}: ${login_url}`);
}

/** One app runs per data folder, so a wish for another port cannot be met, and must not pass in silence. */
function portNotTaken(port: number): string {
  return `It does not listen on port ${port}: end it first to serve there.`;
}

type StopSignal = ReturnType<typeof stopSignal>;

function stopSignal() {
  let isRung = false;
  let ring = () => {};
  const rung = new Promise<void>((resolve) => {
    ring = resolve;
  });
  const heard = () => {
    // The second one means: now.
    if (isRung) process.exit(130);
    isRung = true;
    ring();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, heard);
  return {
    rung,
    isRung: () => isRung,
    forget: () => {
      for (const signal of signals) process.off(signal, heard);
    },
  };
}
