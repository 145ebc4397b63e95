import type { CliFrame } from './surfaces/cli/frame';
import type { ServeArguments } from './surfaces/cli/program';
import { APP_VERSION } from './version';

// Nothing else is imported up here: a command loads what it needs once it is known which one it is.
const args = process.argv.slice(2);

// `beads-console … | head`: the reader has enough, and that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

if (args[0] === 'backfill')
  void import('./compose/begin-reading').then(({ beginReading }) => beginReading(process.env));

async function serve(frame: CliFrame, options: ServeArguments): Promise<void> {
  const { serveCommand } = await import('./compose/serve-command');
  const { fileURLToPath } = await import('node:url');
  // Here and not in a chunk: only this file is known to stand beside the built window.
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await serveCommand(frame, { rendererFolder: at('../renderer'), resources: at('../../resources') }, options);
}

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${APP_VERSION}\n`);
} else {
  const { runCli } = await import('./surfaces/cli/run');
  const { families } = await import('./surfaces/cli/families');
  process.exitCode = await runCli({
    args,
    env: process.env,
    cwd: process.cwd(),
    version: APP_VERSION,
    stdout: process.stdout,
    stderr: process.stderr,
    families,
    connect: async () => {
      const { findRunning } = await import('./compose/one-instance');
      const { placesOf } = await import('./compose/places');
      return (await findRunning(placesOf(process.env).dataFolder))?.client ?? null;
    },
    composeHere: async () => {
      const { compose } = await import('./compose');
      return compose({ env: process.env, shell: 'serve', isLongLived: false });
    },
    doings: (frame) => ({
      serve: (options) => serve(frame, options),
      doctor: async (options) => {
        const { doctorCommand } = await import('./surfaces/cli/doctor-command');
        await doctorCommand(frame, options);
      },
      open: (project, demo) => serve(frame, { project, demo, port: 0, open: true, json: false }),
    }),
  });
}
