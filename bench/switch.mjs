// Bar, in Chromium: while eight sessions of the real Claude stream at once, showing another one of them takes under 100 ms
// from the click to its words on the screen (median of all switches; the slowest is told).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownClaude } from '../bin/own-path.mjs';
import { cli, launchChromium, median, root, serve } from './in-browser/served-app.mjs';

const SESSIONS = 8;
const ROUNDS = 5;
const LIMIT_MS = 100;
const home = mkdtempSync(join(realpathSync(tmpdir()), 'bench-switch-'));
const project = join(home, 'switchyard');
const claude = process.env.BEADS_CONSOLE_CLAUDE || ownClaude(root);
if (claude === '') {
  console.error('There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.');
  process.exit(1);
}

/** Says the prompt back for as long as the bar takes. */
async function startModel() {
  const scenario = join(home, 'scenario.json');
  const text = { type: 'text', text: '{{lastUser}}\n\n', repeat: 2000, chunk: 30, delayMs: 50 };
  writeFileSync(scenario, JSON.stringify({ fallback: { blocks: [text] } }));
  const server = join(root, 'resources', 'scripted-model', 'scripted-messages-api.mjs');
  const child = spawn(process.execPath, [server, '0', scenario, '--lean', '--with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url, stop: () => child.stdin.end() };
}

async function trust(page) {
  await page
    .getByRole('button', { name: /switchyard/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Trust this project…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trust project' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** From the click to the next frame that holds the words of that session, told by the page itself. */
function switchTo(page, index) {
  return page.evaluate(
    (title) =>
      new Promise((resolve) => {
        const row = [...document.querySelectorAll('nav button')].find((one) =>
          one.textContent.includes(title),
        );
        const begun = performance.now();
        const look = () => {
          const thread = document.querySelector('[aria-label="Conversation"]');
          if (thread?.textContent.includes(`words of ${title}`)) resolve(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        row.click();
        requestAnimationFrame(look);
      }),
    `Talk ${index}`,
  );
}

let model = null;
let server = null;
let browser = null;
try {
  mkdirSync(join(project, '.beads'), { recursive: true });
  mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
  // Nobody waits in line for a place.
  const settings = { version: 1, sessions: { max_active: SESSIONS } };
  writeFileSync(join(home, 'data', 'settings.json'), JSON.stringify(settings));
  model = await startModel();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    BEADS_CONSOLE_HOME: join(home, 'data'),
    BEADS_CONSOLE_CLAUDE: claude,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'scripted-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const run = (...args) =>
    execFileSync(process.execPath, [cli, 'sessions', ...args, '--project', project, '--json'], {
      env,
      encoding: 'utf8',
    });
  browser = await launchChromium();
  server = await serve(env, project);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(server.loginUrl);
  await trust(page);
  for (let index = 0; index < SESSIONS; index += 1) {
    const { id } = JSON.parse(run('new', '--title', `Talk ${index}`));
    run('start', id, '--seat', 'stream', '--prompt', `words of Talk ${index}`);
  }
  const took = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (let index = 0; index < SESSIONS; index += 1) took.push(await switchTo(page, index));
  const busy = JSON.parse(run('list', '--status', 'active')).sessions?.length ?? 0;
  // The first look at a session fetches it; afterwards it is a switch.
  const again = took.slice(SESSIONS);
  const ms = Math.round(median(again));
  const pass = ms <= LIMIT_MS && busy === SESSIONS;
  console.log(
    JSON.stringify({
      bench: 'switch',
      pass,
      sessions: busy,
      switches: again.length,
      switch_ms: ms,
      switch_ms_limit: LIMIT_MS,
      first_look_ms: Math.round(median(took.slice(0, SESSIONS))),
      slowest_ms: Math.round(Math.max(...again)),
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  model?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
