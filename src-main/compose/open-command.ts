import { resolve } from 'node:path';
import { createNodeFolders } from '../adapters/system/node-folders';
import type { CliFrame } from '../surfaces/cli/frame';
import { findRunning, handOver } from './one-instance';
import { placesOf } from './places';

/** `beads-console [project]`: the running app shows it. */
export async function openCommand(frame: CliFrame, word: string | null): Promise<void> {
  const project = word === null ? null : resolve(frame.cwd, word);
  const found = project === null ? null : await createNodeFolders().inspect(project);
  if (found !== null && !found.ok) {
    frame.fail({ code: `project-${found.error}`, path: project });
    return;
  }
  const running = await findRunning(placesOf(frame.env).dataFolder);
  if (running === null) {
    frame.fail({ code: 'not-running', project });
    return;
  }
  const given = await handOver(running, project);
  if (!given.ok) {
    frame.fail(given.error);
    return;
  }
  const { login_url } = given.value;
  frame.say(project === null ? 'Beads Console is running.' : `Beads Console shows ${project} now.`);
  if (login_url !== null) frame.say(`Open: ${login_url}`);
}
