import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

type Env = { readonly [name: string]: string | undefined };

/** Where everything of ours lives: one folder per user, which `BEADS_CONSOLE_HOME` can move. */
export type Places = {
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly settings: string;
  readonly recentProjects: string;
  readonly layout: string;
  /** Notices that are given once. */
  readonly toldNotices: string;
  /** What was chosen last for a start, per project. */
  readonly startDefaults: string;
  readonly logs: string;
  readonly sessions: string;
  readonly replicas: string;
  readonly projects: string;
  /** Prompts that wait to be sent, as they were typed. */
  readonly queuedPrompts: string;
  /** What a person said about folders of the history: this one is now that project. */
  readonly folders: string;
  readonly device: string;
  readonly electron: string;
  /** What git writes beside the repository while it compares; may be deleted at any time. */
  readonly scratch: string;
  /** Personal access tokens, as digests. */
  readonly accessTokens: string;
  /** Transcripts that came in from elsewhere. */
  readonly uploads: string;
  readonly summaries: string;
  /** What hooks of sessions begun elsewhere wrote down for us. */
  readonly elsewhere: string;
  /** The user's own settings of Claude. */
  readonly claudeSettings: string;
  /** Our own copies of transcripts, and the key to them. */
  readonly archive: string;
  /** Sessions that were deleted for ever: they never come back by being found again. */
  readonly forgotten: string;
  /** Derived: may be deleted at any time. */
  readonly catalog: string;
};

export function placesOf(env: Env, platform: NodeJS.Platform = process.platform): Places {
  const homeFolder = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir();
  const dataFolder = dataFolderOf(env, platform, homeFolder);
  const at = (name: string) => join(dataFolder, name);
  return {
    dataFolder,
    homeFolder,
    settings: at('settings.json'),
    recentProjects: at('recent-projects.json'),
    layout: at('layout.json'),
    toldNotices: at('told-notices.json'),
    startDefaults: at('start-defaults.json'),
    logs: at('logs'),
    sessions: at('sessions'),
    replicas: at('replicas'),
    projects: at('projects.json'),
    queuedPrompts: at('queued-prompts'),
    folders: at('folders.json'),
    device: at('device.json'),
    electron: at('electron'),
    scratch: at('scratch'),
    accessTokens: at('access-tokens.json'),
    uploads: at('uploads'),
    summaries: at('summaries'),
    elsewhere: at('elsewhere'),
    claudeSettings: join(env['CLAUDE_CONFIG_DIR'] || join(homeFolder, '.claude'), 'settings.json'),
    archive: at('archive'),
    forgotten: at('forgotten-sessions.txt'),
    catalog: join(dataFolder, 'catalog', 'history.db'),
  };
}

function dataFolderOf(env: Env, platform: NodeJS.Platform, homeFolder: string): string {
  const named = env['BEADS_CONSOLE_HOME'];
  if (named) return resolve(named);
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'Beads Console');
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] || join(homeFolder, 'AppData', 'Local'), 'Beads Console');
  }
  // The XDG rules ignore a relative value.
  const xdg = env['XDG_DATA_HOME'];
  return join(xdg && isAbsolute(xdg) ? xdg : join(homeFolder, '.local', 'share'), 'beads-console');
}
