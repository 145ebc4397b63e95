import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { fetchElectronForTests } from './electron-for-tests.mjs';
import { programIn } from './find-electron.mjs';
import { binOf, endChildrenOnSignals, ROOT, runNode } from './run/child.mjs';
import { startDisplay } from './run/display.mjs';
import { failuresIn, readPlaywright } from './run/playwright-tally.mjs';
import { findChromium } from './run/programs.mjs';
import { addTallies, emptyTally, failedStep, sayTally } from './run/tally.mjs';

/*
 * The journeys, in both shells. What is missing is installed where that is allowed (Debian packages, as root) and named
 * where it is not. A browser is never downloaded. Without an Electron its half is skipped, loudly.
 */
export async function e2e({ args = [], say = console.log } = {}) {
  const built = await build({ say });
  if (!built.ok) {
    say(`The build failed.\n${built.problem}`);
    return failedStep('build');
  }
  const wanted = projectsIn(args);
  const chromium = wanted.includes('web') ? await findChromium(say) : { path: '' };
  const desktop = wanted.includes('electron') ? await prepareElectron(say) : null;
  const tallies = [];
  const projects = [];
  if (wanted.includes('web')) {
    if (chromium.path) projects.push('web');
    else tallies.push(failedStep(`e2e web: ${chromium.problem}`));
  }
  if (desktop?.program) projects.push('electron');
  if (desktop?.problem) tallies.push(await skipped('electron', desktop.problem, args, say));
  try {
    if (projects.length > 0) {
      const env = {
        ...process.env,
        // As npm has it: what an app finds there is the same however the journeys are begun.
        PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
        ...(chromium.path ? { E2E_CHROMIUM: chromium.path } : {}),
        ...(desktop?.program
          ? {
              E2E_ELECTRON: desktop.program,
              ELECTRON_OVERRIDE_DIST_PATH: desktop.dist,
              DISPLAY: desktop.display ?? '',
            }
          : {}),
      };
      tallies.push(await playwright(projects, args, env, say));
    }
  } finally {
    await desktop?.end?.();
  }
  return addTallies(tallies);
}

function projectsIn(args) {
  const named = args.flatMap((arg, at) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return args[at - 1] === '--project' ? [arg] : [];
  });
  return named.length > 0 ? named : ['web', 'electron'];
}

function withoutProjects(args) {
  return args.filter((arg, at) => !arg.startsWith('--project') && args[at - 1] !== '--project');
}

async function prepareElectron(say) {
  const electron = fetchElectronForTests();
  if (electron.problem) return { problem: electron.problem };
  const screen = await startDisplay(say);
  if (screen.problem) return { problem: screen.problem };
  const { dist } = electron;
  return { program: join(dist, programIn()), dist, display: screen.display, end: screen.end };
}

async function playwright(projects, args, env, say) {
  const folder = mkdtempSync(join(tmpdir(), 'beads-console-e2e-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output, seconds } = await runNode(
      binOf('@playwright/test', 'playwright'),
      ['test', ...projects.map((name) => `--project=${name}`), ...withoutProjects(args)],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file }, echo: process.stdout.isTTY === true },
    );
    const report = readReport(file);
    const tally = readPlaywright(report);
    const isGood = code === 0 && tally !== null;
    say(
      `${isGood ? '  ok  ' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  journeys in ${projects.join(' and ')}`,
    );
    // The journeys that went well are no news: a long log of them hides the one that did not.
    if (!isGood) say((tally?.failed ? failuresIn(report) : '') || output.trimEnd());
    if (tally === null) return failedStep('journeys');
    return code !== 0 && tally.failed === 0 ? addTallies([tally, failedStep('journeys')]) : tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Counts what is left out, so that the end of the run cannot look complete. */
async function skipped(project, problem, args, say) {
  const list = await runNode(binOf('@playwright/test', 'playwright'), [
    'test',
    '--list',
    '--reporter=list',
    `--project=${project}`,
    ...withoutProjects(args),
  ]);
  const count = Number(/Total: (\d+) test/.exec(list.output)?.[1] ?? 1);
  say(`\n!!!!!!!!  SKIPPED: the whole ${project} project, ${count} journeys. ${problem}\n`);
  return { ...emptyTally(), skipped: count };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endChildrenOnSignals();
  const tally = await e2e({ args: process.argv.slice(2) });
  sayTally(tally);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
