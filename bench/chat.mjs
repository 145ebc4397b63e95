// Bars, in Chromium: a conversation of 5,000 messages is drawn within 300 ms of its last page's arrival; while 100 pieces
// of text a second stream into it no task takes over 50 ms.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, launchChromium, median, serve } from './in-browser/served-app.mjs';

const MESSAGES = 5000;
const LIMITS = { open_ms: 300, task_ms: 50 };
const ROUNDS = 5;
const STREAM = { pieces: 300, everyMs: 10 };
const home = mkdtempSync(join(tmpdir(), 'bench-chat-'));
const env = { PATH: process.env.PATH, HOME: home, BEADS_CONSOLE_HOME: join(home, 'data') };

function makeConversation() {
  const project = join(home, 'project');
  mkdirSync(join(project, '.beads'), { recursive: true });
  const args = [cli, 'sessions', 'new', '--title', 'Long talk', '--project', project, '--json'];
  const { id } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
  const lines = Array.from({ length: MESSAGES }, (_, index) => JSON.stringify(messageAt(index)));
  appendFileSync(join(project, '.beads', 'sessions', id, 'messages.jsonl'), `${lines.join('\n')}\n`);
  return { project, id };
}

/** Prompts, answers with markdown, and calls with output, as they come in a day's work. */
function messageAt(index) {
  const base = { id: `m${index}`, timestamp: new Date(1.79e12 + index * 1000).toISOString() };
  const text = `Message ${index}: ${'some **words** of `code` '.repeat(1 + (index % 12))}`;
  if (index % 4 === 0) return { ...base, role: 'user', content: [{ type: 'text', text }] };
  if (index % 4 !== 2 || index === MESSAGES - 1)
    return { ...base, role: 'assistant', content: [{ type: 'text', text }] };
  const call = { id: `t${index}`, tool: 'Bash', input: { command: `npm test -- ${index}` } };
  const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  return {
    ...base,
    role: 'assistant',
    content: [{ type: 'tool_use', ...call }],
    tool_calls: [{ ...call, output, success: index % 3 !== 0, duration_ms: 1200 }],
  };
}

/** Stands between window and program: notes when the last page arrives, and speaks for Claude. */
async function listenIn(page) {
  const wire = { window: null, live: null, pages: new Set() };
  await page.routeWebSocket(/.*/, (socket) => {
    const program = socket.connectToServer();
    wire.window = socket;
    wire.pages = new Set();
    socket.onMessage((text) => {
      const said = JSON.parse(text);
      if (said.type === 'follow' && said.name === 'sessions.live') wire.live = { id: said.id, cursor: null };
      if (said.type === 'call' && said.name === 'sessions.messages') wire.pages.add(said.id);
      program.send(text);
    });
    program.onMessage(async (text) => {
      const said = JSON.parse(text);
      if (said.type === 'frame' && said.id === wire.live?.id) wire.live.cursor = said.frame.cursor;
      const isLast =
        said.type === 'answer' && wire.pages.has(said.id) && said.result.value.next_cursor === null;
      if (isLast) await page.evaluate(() => (window.arrivedMs = performance.now()));
      socket.send(text);
    });
  });
  const tell = (change) => {
    const { id, cursor } = wire.live;
    wire.live.cursor = { ...cursor, seq: cursor.seq + 1 };
    const frame = { type: 'change', cursor: wire.live.cursor, change };
    wire.window.send(JSON.stringify({ type: 'frame', id, frame }));
  };
  return { tell };
}

const WATCH = (last) => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
  const look = () => {
    if (document.querySelector(`[aria-posinset="${last}"]`) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.drawnMs = performance.now()));
  };
  requestAnimationFrame(look);
};

/** Opened anew each time; a window that is loaded again is still signed in. */
async function openRound(page, tell) {
  await page.getByRole('button', { name: /^Long talk/ }).click({ timeout: 60_000 });
  await page.waitForFunction(() => typeof window.drawnMs === 'number', null, { timeout: 120_000 });
  const openMs = await page.evaluate(() => window.drawnMs - window.arrivedMs);
  const taskMs = await stream(page, tell);
  return { openMs, taskMs };
}

async function stream(page, tell) {
  tell({ type: 'started' });
  tell({ type: 'status', status: 'busy' });
  await page.evaluate(() => (window.longTasks.length = 0));
  const begun = performance.now();
  for (let piece = 0; piece < STREAM.pieces; piece += 1) {
    tell({ type: 'text', message_id: 'live', text: piece % 20 === 19 ? 'end.\n\n' : `piece${piece} ` });
    const due = begun + (piece + 1) * STREAM.everyMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  await page.getByText(`piece${STREAM.pieces - 2}`).waitFor({ timeout: 60_000 });
  return page.evaluate(() => Math.max(0, ...window.longTasks));
}

let server = null;
let browser = null;
try {
  const { project } = makeConversation();
  browser = await launchChromium();
  server = await serve(env, project);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(WATCH, MESSAGES);
  const { tell } = await listenIn(page);
  await page.goto(server.loginUrl);
  const rounds = [await openRound(page, tell)];
  while (rounds.length < ROUNDS) {
    await page.reload();
    rounds.push(await openRound(page, tell));
  }
  const openMs = Math.round(median(rounds.map((round) => round.openMs)));
  const taskMs = Math.round(median(rounds.map((round) => round.taskMs)));
  const pass = openMs <= LIMITS.open_ms && taskMs <= LIMITS.task_ms;
  console.log(
    JSON.stringify({
      bench: 'chat',
      pass,
      rounds: ROUNDS,
      messages: MESSAGES,
      open_ms: openMs,
      open_ms_limit: LIMITS.open_ms,
      longest_task_ms: taskMs,
      longest_task_ms_limit: LIMITS.task_ms,
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
}
