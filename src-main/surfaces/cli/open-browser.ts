import { spawn } from 'node:child_process';

/** The program that opens an address, as argv; null when there is no screen to open it on. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open', url];
  // `start` is a word of the command shell; this is what it calls, without a shell.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  // Without a display xdg-open falls back to text browsers, which take the terminal away from the person.
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : null;
}

/** False: nothing could be started. What the browser does with it nobody tells us. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const command = browserCommand(url, process.platform, env);
  if (command === null) return Promise.resolve(false);
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
