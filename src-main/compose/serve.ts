import { join } from 'node:path';
import type { ShellKind } from '@domain/app-info';
import type { ProjectError } from '@domain/project';
import { err, ok, type Result } from '@domain/result';
import { createTokenJudge } from '../adapters/access-tokens/token-book';
import type { FileError } from '../adapters/fs/file-error';
import { openTokenFile, type TokenFile } from '../adapters/instance/token-file';
import { createNodeFolders } from '../adapters/system/node-folders';
import { type App, compose } from '../compose';
import type { Dispatch } from '../surfaces/dispatch';
import { createBridge } from '../surfaces/http/bridge';
import { createGate } from '../surfaces/http/gate';
import { createLoginCodes } from '../surfaces/http/login-codes';
import { createRoutes } from '../surfaces/http/routes';
import { type HttpServer, type HttpServerError, startHttpServer } from '../surfaces/http/server';
import { createRestRoutes } from '../surfaces/rest/rest-routes';
import { APP_VERSION } from '../version';
import {
  awaitRunning,
  becomeInstance,
  type FirstInstance,
  findRunning,
  type HandOverError,
  handOver,
  type InstanceTrouble,
  isRunning,
  type OpenError,
  type Running,
} from './one-instance';
import { placesOf } from './places';
import { uploadsAt } from './uploads-at';

export type ServeOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute, or null for the welcome screen. */
  readonly project: string | null;
  readonly port: number;
  /** The built window. */
  readonly rendererFolder: string;
  readonly resources?: string | null;
  /** Development and tests check what goes out as well as what comes in. */
  readonly checkOutputs?: boolean;
  /** What is served is the demo. */
  readonly demo?: { readonly project: string } | null;
};

export type Place = { readonly url: string; readonly login_url: string; readonly token_file: string };
export type Served =
  | ({
      readonly kind: 'serving';
      readonly pid: number;
      readonly renewed: TokenFile['renewed'];
      /** How many turns of Claude run right now. */
      turns(): number;
      close(): Promise<void>;
    } & Place)
  | {
      readonly kind: 'handed-over';
      readonly pid: number;
      readonly shell: ShellKind;
      readonly token_file: string;
      readonly login_url: string | null;
    };
export type ServeError =
  | ProjectError
  | HttpServerError
  | OpenError
  | InstanceTrouble
  | HandOverError
  | FileError;

/**
 * The web shell. The order is what keeps a refused start from writing anything: look at the project, ask for a running
 * instance, take the port, and only then take the instance and compose. Until all stands, the server has no token and
 * lets nobody in.
 */
export async function serve(options: ServeOptions): Promise<Result<Served, ServeError>> {
  const { env, project, port, rendererFolder, resources = null, demo = null, checkOutputs = false } = options;
  const { dataFolder } = placesOf(env);
  const tokenPath = join(dataFolder, 'token');

  const problem = project === null ? null : await projectProblem(project);
  if (problem !== null) return err(problem);

  const giveTo = async (running: Running): Promise<Result<Served, ServeError>> => {
    const { pid, shell } = running.record;
    const given = await handOver(running, project);
    if (!given.ok) return given;
    const { login_url } = given.value;
    return ok({ kind: 'handed-over', pid, shell, token_file: tokenPath, login_url });
  };

  const running = await findRunning(dataFolder);
  if (running !== null) return giveTo(running);

  const live: { app: App | null; token: TokenFile | null } = { app: null, token: null };
  const codes = createLoginCodes({ nowMs: () => performance.now() });
  const token = () => live.token?.current() ?? null;
  const dispatch = lateDispatch(() => live.app);
  const bridge = createBridge({ dispatch });
  const places = placesOf(env);
  const rest = createRestRoutes({
    dispatch,
    version: APP_VERSION,
    upload: { dispatch, uploads: uploadsAt(places) },
  });
  const personal = createTokenJudge(places.accessTokens, Date.now);
  const http = await startHttpServer({
    gate: createGate({ token, personal }),
    routes: createRoutes({ assetsFolder: rendererFolder, version: APP_VERSION, codes, token, bridge, rest }),
    port,
    onTrouble: (error, what) => live.app?.log.error('a request failed unexpectedly', { error, ...what }),
  });
  if (!http.ok) {
    bridge.close();
    // Two starts with one port: the other may have it, and is about to answer.
    const other = http.error.code === 'port-taken' ? await awaitRunning(dataFolder) : null;
    return other === null ? http : giveTo(other);
  }

  const found = await becomeInstance(dataFolder);
  if (!found.ok || isRunning(found.value)) {
    await http.value.close();
    return found.ok && isRunning(found.value) ? giveTo(found.value) : (found as Result<never, ServeError>);
  }
  const instance = found.value;
  const undo = async (error: ServeError) => {
    await end(http.value, instance, live.app);
    return err(error);
  };

  const tokenFile = openTokenFile(tokenPath);
  if (!tokenFile.ok) return undo(tokenFile.error);
  const app = await compose({
    env,
    shell: 'serve',
    initialProject: project,
    resources,
    demo,
    checkOutputs,
  }).catch(async (error: unknown) => {
    await end(http.value, instance, null);
    throw error;
  });
  live.app = app;
  const loginUrl = () => `${http.value.url}#/login/${codes.issue()}`;
  app.attach({ front: { focus: async () => ({ was_focused: false, login_url: loginUrl() }) } });
  const opened = await instance.open(app.dispatch, 'serve');
  if (!opened.ok) return undo(opened.error);
  live.token = tokenFile.value;

  let ending: Promise<void> | null = null;
  const { renewed } = tokenFile.value;
  if (renewed === 'damaged' || renewed === 'exposed') app.log.warn('made a new token', { why: renewed });
  return ok({
    kind: 'serving',
    pid: process.pid,
    url: http.value.url,
    login_url: loginUrl(),
    token_file: tokenPath,
    renewed,
    turns: app.turns,
    close: () => {
      ending ??= end(http.value, instance, app);
      return ending;
    },
  });
}

/** In reverse: nobody new gets in, then the services end, then the place is free for the next. */
async function end(http: HttpServer, instance: FirstInstance, app: App | null): Promise<void> {
  try {
    await instance.close();
    await http.close();
    await app?.close();
  } finally {
    instance.release();
  }
}

/** The same look that opening takes, before anything of ours is touched. */
async function projectProblem(path: string): Promise<ProjectError | null> {
  const found = await createNodeFolders().inspect(path);
  return found.ok ? null : { code: `project-${found.error}`, path };
}

function lateDispatch(app: () => App | null): Dispatch {
  const notReady = async () => err({ code: 'not-ready' });
  return {
    call: (...args) => app()?.dispatch.call(...args) ?? notReady(),
    follow: (...args) => app()?.dispatch.follow(...args) ?? notReady(),
  };
}
