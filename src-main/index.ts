import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoEnvironment } from './adapters/demo/demo-claude';
import { makeDemoPlace } from './adapters/demo/demo-place';
import { createSmallFile } from './adapters/fs/small-file';
import { compose } from './compose';
import type { Demo } from './compose/make-demo';
import { becomeInstance, type FirstInstance, handOver, isRunning } from './compose/one-instance';
import { placesOf } from './compose/places';
import type { Log } from './ports/log';
import { prepareDesktop } from './shell/desktop';
import { readLaunch } from './shell/launch-arguments';
import { createScope, StepFailed, step } from './shell/start-steps';
import { createWindowStateFile } from './shell/window-state';
import { sentenceFor } from './surfaces/cli/sentences';
import { serveIpc } from './surfaces/ipc';
import { APP_VERSION } from './version';

const OUT = dirname(dirname(fileURLToPath(import.meta.url)));
const RESOURCES = join(dirname(OUT), 'resources');
// Before anything else: Electron's profile has its place by the first turn, and a demo's is its own.
const demoPlace = process.argv.includes('--demo') ? makeDemoPlace() : null;
const places = placesOf(demoPlace === null ? process.env : demoEnvironment(process.env, demoPlace));
const CHECK_FOLDER = `Look at the folder ${places.dataFolder} (owner, permissions, free space), or name another one in BEADS_CONSOLE_HOME, and start again.`;

let log: Log | null = null;
let turns: () => number = () => 0;
const scope = createScope((error) => log?.error('closing failed', { error }));
const desktop = prepareDesktop({
  profileFolder: places.electron,
  turns: () => turns(),
  onDenied: ({ what, url }) => log?.warn('denied', { what, url: url.slice(0, 200) }),
});
const launch = readLaunch(process.argv, desktop.isPackaged, process.cwd());
desktop.onQuit(() => scope.close());

// Whoever started us may be gone before we are; a line nobody reads must not end the app.
process.stdout.on('error', () => {});
const announce = (event: string, facts: object = {}) => {
  if (launch.isAnnounced) process.stdout.write(`${JSON.stringify({ event, shell: 'electron', ...facts })}\n`);
};

async function start(): Promise<void> {
  await step('start Electron', 'Install the official package again: npx install-electron', desktop.ready);
  await step('open its data folder', CHECK_FOLDER, () => {
    if (desktop.profileProblem !== null) throw new Error(desktop.profileProblem);
  });

  const instance = await step('become the one running instance', CHECK_FOLDER, claimInstance);
  if (instance === null) return;
  scope.add(() => instance.release());

  const demo = await step('make the demo', 'Look at the details, then try again.', makeOwnDemo);
  const app = await step('read its own files', CHECK_FOLDER, () =>
    compose({
      env: demo?.env ?? process.env,
      shell: 'electron',
      initialProject: demo?.project ?? launch.project,
      resources: RESOURCES,
      demo,
    }),
  );
  log = app.log;
  turns = app.turns;
  scope.add(() => app.close());

  await step('open its local socket', CHECK_FOLDER, async () => {
    const opened = await instance.open(app.dispatch, 'electron');
    if (!opened.ok) throw new Error(sentenceFor(opened.error));
    scope.add(() => instance.close());
  });

  await step('open its window', 'Build it again: npm run build', async () => {
    const { ipc, isOurPage } = desktop;
    const onRefused = (why: object) => app.log.warn('a message from elsewhere was refused', { ...why });
    scope.add(serveIpc({ port: ipc, dispatch: app.dispatch, isOurPage, onRefused }));
    const icon = join(RESOURCES, 'icon.png');
    const window = desktop.openWindow({
      rendererFolder: join(OUT, 'renderer'),
      preload: join(OUT, 'preload', 'index.cjs'),
      icon: existsSync(icon) ? icon : null,
      state: createWindowStateFile(createSmallFile(join(places.dataFolder, 'window.json')), app.log),
      onCrash: (crash) => app.log.error('the page crashed', crash),
    });
    scope.add(() => window.close());
    app.attach({
      chooser: desktop.folderDialog(window),
      front: {
        async focus() {
          if (!window.focus()) await window.open();
          return { was_focused: true, login_url: null };
        },
        openWindow: () => window.openAnother(),
        openLink: desktop.openInBrowser,
        saveOutcome: desktop.saveOutcome,
      },
    });
    await window.open();
  });
  announce('ready', { pid: process.pid, version: APP_VERSION, electron: process.versions['electron'] });
}

async function makeOwnDemo(): Promise<Demo | null> {
  if (demoPlace === null) return null;
  const { makeDemo } = await import('./compose/make-demo');
  const deps = { env: process.env, resources: RESOURCES, place: demoPlace, needsClaude: false };
  const made = await makeDemo(deps);
  if (!made.ok) throw new Error(sentenceFor(made.error));
  // Electron writes into its profile until the end: what sweeps up after a kill sweeps up here too.
  scope.add(() => made.value.close({ keepsFolder: true }));
  return made.value;
}

/** Null: another one runs, has been told, and this process is about to end. */
async function claimInstance(): Promise<FirstInstance | null> {
  const found = await becomeInstance(places.dataFolder);
  if (!found.ok) throw new Error(sentenceFor(found.error));
  if (!isRunning(found.value)) return found.value;
  const { pid } = found.value.record;
  const given = await handOver(found.value, launch.project);
  if (!given.ok) {
    const wayOut = 'The app that runs already stays as it is.';
    throw new StepFailed('open the project there', sentenceFor(given.error), wayOut);
  }
  if (given.value.login_url !== null) await desktop.openInBrowser(given.value.login_url);
  announce('handed-over', { pid });
  await scope.close();
  desktop.quit(0);
  return null;
}

start().catch(async (error: unknown) => {
  if (desktop.isEnding()) return;
  const failed =
    error instanceof StepFailed ? error : new StepFailed('start', String(error), 'Please start it again.');
  process.exitCode = 1;
  log?.error('the start failed', { step: failed.step, detail: failed.detail });
  announce('failed', { step: failed.step, detail: failed.detail, way_out: failed.wayOut });
  process.stderr.write(`Beads Console could not ${failed.step}: ${failed.detail}\n${failed.wayOut}\n`);
  await desktop.showFailure(failed);
  await scope.close();
  desktop.quit(1);
});
