import { setTimeout as wait } from 'node:timers/promises';
import { app } from '@contract/app';
import type { ShellKind } from '@domain/app-info';
import type { ProjectError } from '@domain/project';
import { err, ok, type Result } from '@domain/result';
import type { FileError } from '../adapters/fs/file-error';
import {
  type HeldInstance,
  holdInstance,
  type InstanceRecord,
  isInstanceHeld,
  readInstance,
} from '../adapters/instance/instance-file';
import { type SocketPathError, socketPathFor } from '../adapters/instance/socket-path';
import type { Dispatch } from '../surfaces/dispatch';
import { isLoopbackOrigin } from '../surfaces/http/loopback-names';
import { type LocalSocketError, listenLocalSocket } from '../surfaces/local-socket';
import { connectSocket, type SocketClient } from '../surfaces/socket-client';
import { APP_VERSION } from '../version';

/** The app that runs already, and a line to it. */
export type Running = { readonly record: InstanceRecord; readonly client: SocketClient };

export type FirstInstance = {
  /** Opens the local socket and tells the world. */
  open(dispatch: Dispatch, shell: ShellKind): Promise<Result<void, OpenError>>;
  /** No new caller gets in; the place stays ours until `release`. */
  close(): Promise<void>;
  release(): void;
};

export type OpenError = LocalSocketError | SocketPathError | FileError;
/** Somebody holds the place and does not answer. */
export type InstanceSilent = { readonly code: 'instance-silent'; readonly pid: number };
export type InstanceTrouble =
  | FileError
  | InstanceSilent
  /** A shared home: the running one is on another machine, and cannot be reached from here. */
  | { readonly code: 'instance-elsewhere'; readonly data_folder: string };

const ROUND_MS = 50;

export async function findRunning(dataFolder: string): Promise<Running | null> {
  const record = readInstance(dataFolder);
  if (record === null) return null;
  const connected = await connectSocket(record.socket);
  return connected.ok ? { record, client: connected.value } : null;
}

/**
 * The one way to start in either shell: be the instance, or get a line to the one that is. A start that loses the race
 * waits until the winner answers, so that what it was asked to open is not lost.
 */
export async function becomeInstance(
  dataFolder: string,
  patienceMs = 20_000,
): Promise<Result<FirstInstance | Running, InstanceTrouble>> {
  for (let waitedMs = 0; ; waitedMs += ROUND_MS) {
    const held = holdInstance(dataFolder, () => new Date().toISOString());
    if (held.ok) return ok(createFirst(dataFolder, held.value));
    if (held.error.code !== 'instance-running') return err(held.error);
    if (held.error.isForeign) return err({ code: 'instance-elsewhere', data_folder: dataFolder });
    const running = await findRunning(dataFolder);
    if (running !== null) return ok(running);
    if (waitedMs >= patienceMs) return err({ code: 'instance-silent', pid: held.error.pid });
    await wait(ROUND_MS);
  }
}

export function isRunning(found: FirstInstance | Running): found is Running {
  return 'client' in found;
}

/** Waits for the one that is starting right now; null when none is. */
export async function awaitRunning(dataFolder: string, patienceMs = 20_000): Promise<Running | null> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += ROUND_MS) {
    const running = await findRunning(dataFolder);
    if (running !== null || !isInstanceHeld(dataFolder)) return running;
    await wait(ROUND_MS);
  }
  return null;
}

function createFirst(dataFolder: string, held: HeldInstance): FirstInstance {
  let closeSocket: (() => Promise<void>) | null = null;
  return {
    async open(dispatch, shell) {
      const path = socketPathFor(dataFolder);
      if (!path.ok) return path;
      const socket = await listenLocalSocket({ path: path.value, dispatch });
      if (!socket.ok) return socket;
      closeSocket = socket.value.close;
      return held.announce({ socket: socket.value.path, shell, version: APP_VERSION });
    },
    async close() {
      held.withdraw();
      await closeSocket?.();
      closeSocket = null;
    },
    release: () => held.release(),
  };
}

export type HandedOver = { readonly was_focused: boolean; readonly login_url: string | null };
export type HandOverError = ProjectError | InstanceSilent | { readonly code: 'instance-lost' };

/**
 * A second start: the first one shows the project, comes to the front, or gives a link that opens it. One that was
 * stopped (Ctrl-Z) still takes connections and never answers, so there is an end to the waiting.
 */
export async function handOver(
  { client, record }: Running,
  project: string | null,
  patienceMs = 30_000,
): Promise<Result<HandedOver, HandOverError>> {
  const enough = new AbortController();
  const silence = err({ code: 'instance-silent', pid: record.pid } as const);
  const silent = wait(patienceMs, silence, { signal: enough.signal });
  try {
    return await Promise.race([give(client, project), silent]);
  } finally {
    silent.catch(() => {});
    enough.abort();
    client.close();
  }
}

async function give(
  client: SocketClient,
  project: string | null,
): Promise<Result<HandedOver, HandOverError>> {
  if (project !== null) {
    const shown = await client.call('projects.show', { path: project });
    if (!shown.ok) return err(knownError(shown.error));
  }
  const focused = await client.call('app.focus', {});
  const given = focused.ok ? app.focus.output.safeParse(focused.value) : null;
  return given?.success && isOpenable(given.data.login_url) ? ok(given.data) : err({ code: 'instance-lost' });
}

/** The link is given to the system to open: whoever answered, it leads to a page of this machine or nowhere. */
function isOpenable(link: string | null): boolean {
  const [, origin = ''] = /^([^/]*\/\/[^/]*)\//.exec(link ?? '') ?? [];
  return link === null || isLoopbackOrigin(origin);
}

function knownError(error: { readonly code: string }): HandOverError {
  return error.code.startsWith('project') ? (error as ProjectError) : { code: 'instance-lost' };
}
