import { plainText } from '../plain-text';

type Facts = { readonly code: string; readonly [fact: string]: unknown };

const said = (error: Facts, name: string): string => plainText(String(error[name] ?? '?'));
const listed = (error: Facts, name: string): string => {
  const items = error[name];
  return Array.isArray(items) ? items.map((item) => plainText(String(item))).join(', ') : '?';
};

const reasons: Readonly<Record<string, string>> = {
  'disk-full': 'the disk is full: free some space',
  'read-only': 'the folder is read-only: make it writable',
  permission: 'the folder may not be written: fix its permissions',
  io: 'the disk reports an error: check it',
  closed: 'the store was closed meanwhile: try again',
};

const sentences: Readonly<Record<string, (error: Facts) => string>> = {
  'session-not-found': (e) =>
    e['session_id'] === undefined
      ? `There is no session ${said(e, 'id')} in the history.`
      : `There is no session ${said(e, 'session_id')} here. See: beads-console sessions list`,
  'session-ambiguous': (e) =>
    `Several sessions begin with ${said(e, e['session_id'] === undefined ? 'id' : 'session_id')}: ${listed(e, 'matches')}. Give more of the id.`,
  'session-exists': (e) => `A session ${said(e, 'session_id')} is there already.`,
  'bad-transition': (e) => refusedStep(e),
  'bead-already-linked': (e) => `The session is linked to ${said(e, 'bead_id')}. Unlink that bead first.`,
  'tag-invalid': (e) =>
    e['reason'] === 'too-many'
      ? `A session has at most ${said(e, 'limit')} tags.`
      : `"${said(e, 'tag')}" is no tag: letters, digits and - _ . : / + inside, at most ${said(e, 'limit')} characters.`,
  'text-invalid': (e) =>
    `The ${said(e, 'field')} cannot be used (${said(e, 'reason')}, limit ${said(e, 'limit')}).`,
  'cursor-malformed': (e) => `"${said(e, 'cursor')}" is no cursor. Use the next_cursor of the page before.`,
  'newer-version': (e) =>
    `${said(e, 'file')} was written by a newer Beads Console (version ${said(e, 'version')}, this one knows ${said(e, 'known')}). It is read-only here: update this one.`,
  'session-folder-strange': (e) =>
    `${said(e, 'path')} is a ${said(e, 'found')}, not a folder of ours. Move it away; nothing was changed.`,
  'store-unavailable': (e) =>
    `Nothing was saved, ${reasons[String(e['reason'])] ?? said(e, 'reason')}${e['path'] ? ` (${said(e, 'path')})` : ''}.`,
  locked: (e) => {
    const owner = e['owner'] as { host?: unknown; pid?: unknown } | undefined;
    return `Another Beads Console has it: process ${plainText(String(owner?.pid ?? '?'))} on ${plainText(String(owner?.host ?? '?'))}. Do it there, or end that one.`;
  },
  'project-unknown': (e) => `${said(e, 'project')} is not a folder that can be read. Check --project.`,
  'claude-not-drivable': (e) => said(e, 'detail'),
  'claude-not-found': () =>
    'The Claude CLI was not found. Install it with: npm install -g @anthropic-ai/claude-code   (or name it in the settings, or in BEADS_CONSOLE_CLAUDE)',
  'claude-too-old': (e) =>
    `Claude ${said(e, 'found')} is too old, ${said(e, 'needed')} is needed. Update it with: npm install -g @anthropic-ai/claude-code`,
  'claude-did-not-start': (e) => `Claude did not start: ${said(e, 'detail')}`,
  'claude-not-logged-in': () => 'Claude is not logged in. Log in with: claude auth login   (then try again)',
  'console-not-running': () =>
    'Beads Console is not running, and Claude would end together with this command. Start it with: npm start   (or: beads-console serve)',
  'project-untrusted': (e) =>
    `${said(e, 'project')} is not trusted. Open it in the window and trust it first: Claude runs what its settings say.`,
  'cwd-missing': (e) => `The folder ${said(e, 'cwd')} is gone. Bring it back, or start a new session.`,
  'terminal-unavailable': (e) =>
    `There is no terminal to run Claude in (${said(e, 'detail')}). The stream seat needs none: --seat stream.`,
  'transcript-missing': (e) =>
    `Claude has no transcript of ${said(e, 'session_id')} any more and cannot continue it. Hand off to a fresh session.`,
  'transcript-unreadable': (e) =>
    `Claude's transcript ${said(e, 'path')} cannot be used (${said(e, 'reason')}). Hand off to a fresh session.`,
  'session-open-elsewhere': (e) =>
    `Claude has this session open in process ${said(e, 'pid')}. End it there first.`,
  'turn-running': () => 'Claude is at work. Wait for the end of the turn, or add --interrupt.',
  'end-stopped': (e) => {
    const cause = (e['cause'] as { code?: unknown } | undefined)?.code;
    return `Stopped at ${said(e, 'step')} (${plainText(String(cause ?? '?'))}); done before: ${listed(e, 'done') || 'nothing'}. The session is still open. Mend it and ask again: what is done is not done twice.`;
  },
  'no-process': () => 'Claude does not run for this session. Start or resume it first.',
};

function refusedStep(e: Facts): string {
  const id = said(e, 'session_id').slice(0, 8);
  const now = `it is ${said(e, 'state')}${e['pending'] ? ` (${said(e, 'pending')} under way)` : ''}${e['trashed'] ? ' and in the trash' : ''}`;
  if (e['trashed'] && e['action'] === 'trash') return `${id} is in the trash already.`;
  if (e['trashed'] && e['action'] !== 'purge' && e['action'] !== 'untrash')
    return `${id} is in the trash. Take it back first: beads-console sessions untrash ${id}`;
  switch (e['action']) {
    case 'trash':
      return `Only closed sessions can be deleted, and ${id} is not: ${now}. End it first: beads-console sessions end ${id}`;
    case 'untrash':
      return `${id} is not in the trash, so there is nothing to take back.`;
    case 'purge':
      return `Only what is in the trash can be deleted for ever. Delete it first: beads-console sessions delete ${id}`;
    case 'close':
      return `${id} cannot be ended: ${now}.`;
    default:
      return `That cannot be done with ${id}: ${now}. See: beads-console sessions show ${id}`;
  }
}

export function sentenceOfSession(error: Facts): string | null {
  return sentences[error.code]?.(error) ?? null;
}
