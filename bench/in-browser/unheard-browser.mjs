import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { WebSocket } from 'ws';
import { chromiumPath } from './served-app.mjs';

/**
 * A Chromium that is let alone while something is measured. Playwright listens to the network of its pages: every message
 * of a WebSocket is copied once more by the page, its browser and the bar, which costs a flood as much as its terminal.
 * So it prepares a page, goes, and what is measured is asked over a connection that listens to nothing.
 */
export async function launchUnheard({ width, height }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-chromium-'));
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    `--window-size=${width},${height}`,
    'about:blank',
  ];
  const child = spawn(await chromiumPath(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('Chromium ended before it was ready')));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const said = /DevTools listening on (ws:\/\/\S+)/.exec(line);
      if (said) resolve(said[1]);
    });
  });
  const { host } = new URL(address);

  return {
    /** Pages stay as `act` leaves them. */
    async prepare(act) {
      const browser = await chromium.connectOverCDP(`http://${host}`);
      try {
        return await act(browser.contexts()[0]);
      } finally {
        await browser.close();
      }
    },
    /** The page whose title this is. */
    async page(title) {
      const targets = await (await fetch(`http://${host}/json/list`)).json();
      const target = targets.find((one) => one.type === 'page' && one.title === title);
      if (target === undefined) throw new Error(`there is no page called ${title}`);
      return openBare(target.webSocketDebuggerUrl);
    },
    async close() {
      const gone = once(child, 'close');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function openBare(address) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map();
  let asked = 0;
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    waiting.get(id)?.({ result, error });
    waiting.delete(id);
  });
  const send = async (method, params = {}) => {
    asked += 1;
    const answer = new Promise((resolve) => waiting.set(asked, resolve));
    socket.send(JSON.stringify({ id: asked, method, params }));
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    bringToFront: () => send('Page.bringToFront'),
    async evaluate(fn, arg) {
      const expression = `(${fn})(${JSON.stringify(arg) ?? ''})`;
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** One letter. */
    async press(key) {
      const stroke = {
        key,
        code: `Key${key.toUpperCase()}`,
        windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
      };
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...stroke });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke });
    },
    leave: () => socket.close(),
  };
}
