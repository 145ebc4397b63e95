import { inputSentence } from './input-sentences';
import { plainText } from './plain-text';

type Facts = { readonly code: string; readonly [fact: string]: unknown };

const fact = (error: Facts, name: string): string => plainText(String(error[name] ?? '?'));

/** Why Claude wrote no summary. */
function summaryFault(why: string, detail: string): string {
  switch (why) {
    case 'claude-not-found':
      return 'There is no claude on this machine, so nobody wrote a summary. Install it, or name it in the settings.';
    case 'claude-too-old':
      return 'The claude that was found is too old to write a summary.';
    case 'timed-out':
      return 'Claude took longer than 30 seconds and was ended. Try again.';
    case 'stopped':
      return 'The summary was given up because the program ended.';
    case 'no-answer':
      return 'Claude answered with nothing that could be kept.';
    default:
      return `Claude wrote no summary${detail === '' || detail === '?' ? '.' : `: ${detail}`}`;
  }
}

/** One sentence with the way out, per code that the command line meets by itself. */
const SENTENCES: Readonly<Record<string, (error: Facts) => string>> = {
  usage: (e) => fact(e, 'message'),
  'invalid-moment': (e) =>
    `"${fact(e, 'text')}" is no time. Give how long ago (30m, 24h, 7d, 2w), or a date such as 2026-01-31.`,
  'invalid-query': (e) => `"${fact(e, 'part')}" is no filter. It takes ${fact(e, 'expected')}.`,
  'no-copy': (e) =>
    `There is no copy of ${fact(e, 'id')}: Claude's file was gone before we saw it, or copies are off.`,
  'copy-redacted': (e) =>
    `The copy of ${fact(e, 'id')} was kept without its secrets, so Claude cannot resume from it. It can be read and exported.`,
  'copy-damaged': (e) => `The copy of ${fact(e, 'path')} is damaged. Nothing was put back.`,
  'copy-unreadable': (e) =>
    e['why'] === 'newer-version'
      ? `A newer Beads Console made the copy of ${fact(e, 'id')} (${fact(e, 'path')}). Update this one. Nothing was put back.`
      : `${fact(e, 'path')}, which says what the copy is made of, cannot be read. Nothing was put back.`,
  'file-in-the-way': (e) =>
    `Another file is at ${fact(e, 'path')}. It was left alone; move it away and try again.`,
  'restore-failed': (e) => `${fact(e, 'path')} could not be written: ${fact(e, 'detail')}.`,
  'transcript-gone': (e) => `Nobody has the whole transcript of ${fact(e, 'id')} any more.`,
  'summary-failed': (e) =>
    `${summaryFault(String(e['why']), fact(e, 'detail'))} The summary without a model stays.`,
  'not-noted': (e) => `No record of ${fact(e, 'id')} could be made: ${fact(e, 'detail')}.`,
  'export-too-large': (e) =>
    `${fact(e, 'sessions')} sessions are too much for one file. Take fewer, or --tools names.`,
  'history-unavailable': (e) => `The history cannot be opened: ${fact(e, 'detail')}.`,
  'folder-path-relative': (e) => `${fact(e, 'folder')} is not a full path. Give the folder from the root on.`,
  'folder-not-found': (e) =>
    `There is no project and no folder ${fact(e, 'folder')}. See backfill --folders for those that are known.`,
  'remap-not-found': (e) => `Nothing was said about ${fact(e, 'folder')}. See backfill --folders.`,
  'folders-not-saved': (e) =>
    `What is known of folders could not be saved to ${fact(e, 'path')}: ${fact(e, 'detail')}. The file was left as it is; mend it or move it away.`,
  'project-path-relative': (e) => `${fact(e, 'path')} is not a full path. Give the folder from the root on.`,
  'project-not-found': (e) =>
    `There is no folder ${fact(e, 'path')}. Check the path, or make the folder first.`,
  'project-not-a-folder': (e) => `${fact(e, 'path')} is a file. Give the folder that holds the project.`,
  'project-not-readable': (e) =>
    `${fact(e, 'path')} cannot be read. Give yourself read permission on it (ls -ld shows who has it).`,
  'projects-not-saved': (e) =>
    `The list of projects could not be saved to ${fact(e, 'file')}: ${fact(e, 'detail')}. Free space, fix its permissions, or move a damaged file away.`,
  'port-taken': (e) =>
    `Port ${fact(e, 'port')} is in use by another program. Choose another with --port, or leave it out to get a free one.`,
  'port-forbidden': (e) =>
    `Port ${fact(e, 'port')} is not allowed for you. Choose one above 1023 with --port, or leave it out.`,
  'listen-failed': (e) =>
    `The server could not listen on 127.0.0.1:${fact(e, 'port')}: ${fact(e, 'detail')}. Try another --port.`,
  'socket-failed': (e) =>
    `The local socket ${fact(e, 'path')} could not be opened: ${fact(e, 'detail')}. Remove what is in its place, or set BEADS_CONSOLE_HOME to another folder.`,
  'socket-folder-unsafe': (e) =>
    `${fact(e, 'path')} belongs to somebody else or is open to others. Remove it, or set BEADS_CONSOLE_HOME to a shorter path.`,
  'instance-silent': (e) =>
    `Beads Console already runs as process ${fact(e, 'pid')} but does not answer. End that process and try again.`,
  'instance-elsewhere': (e) =>
    `Beads Console already runs on another machine with the data folder ${fact(e, 'data_folder')}. End it there, or set BEADS_CONSOLE_HOME to a folder of this machine.`,
  'demo-needs-git': () => 'The demo makes a small git project. Install git first.',
  'demo-not-made': (e) => `The demo could not be made: ${fact(e, 'detail')}.`,
  'demo-over': () => 'The demo has ended.',
  'instance-lost': () => 'The running Beads Console ended while it was asked. Try again.',
  'connection-lost': () => 'The running Beads Console ended while it was asked. Try again.',
  'unknown-entry': (e) =>
    `The running Beads Console does not know ${fact(e, 'name')}. It is another version: end it and start this one.`,
  'door-closed': (e) => `${fact(e, 'name')} cannot be done from the command line. Do it in the window.`,
  'internal-error': (e) =>
    `Something went wrong inside (${fact(e, 'name')}). The log has it under incident ${fact(e, 'incident')}.`,
  'token-not-found': (e) => `There is no token ${fact(e, 'id')}. See: beads-console tokens list`,
  'token-ambiguous': (e) => `Several tokens begin with ${fact(e, 'id')}. Give more of the id.`,
  'tokens-too-many': (e) =>
    `There are ${fact(e, 'most')} tokens already. Revoke one first: beads-console tokens revoke <id>`,
  'tokens-unavailable': (e) => `The tokens cannot be used: ${fact(e, 'detail')}.`,
  'claude-settings-strange': (e) =>
    `${fact(e, 'file')} was left as it is: ${fact(e, 'detail')}. Mend it, then try again.`,
  'claude-settings-unavailable': (e) =>
    `${fact(e, 'file')} could not be changed: ${fact(e, 'detail')}. It is as it was.`,
  'hooks-unsupported': (e) =>
    `Hooks are not known to work on ${fact(e, 'platform')}. Sessions are found in Claude's transcripts without them.`,
  'transcript-not-found': (e) => `${fact(e, 'ref')} is no session and no transcript that we can find.`,
  'transcript-refused': (e) => `${fact(e, 'ref')} was not taken: ${fact(e, 'why')}.`,
  'claude-refused': (e) => `Claude refused: ${fact(e, 'detail')}.`,
  'data-folder-unusable': (e) =>
    `${fact(e, 'path')} cannot be used (${fact(e, 'detail')}). Mend it, or set BEADS_CONSOLE_HOME to a folder you can write.`,
  'file-not-regular': (e) =>
    `${fact(e, 'path')} cannot be made: something else is in its place. Remove that, or set BEADS_CONSOLE_HOME to another folder.`,
  'disk-full': (e) => `The disk is full at ${fact(e, 'path')}. Free some space and try again.`,
  'disk-read-only': (e) =>
    `${fact(e, 'path')} is on a read-only disk. Set BEADS_CONSOLE_HOME to a folder you can write.`,
  'disk-permission': (e) =>
    `${fact(e, 'path')} cannot be written. Fix its permissions, or set BEADS_CONSOLE_HOME to a folder you can write.`,
};

export function sentenceFor(error: Facts): string {
  const sentence = SENTENCES[error.code];
  if (sentence !== undefined) return sentence(error);
  if (error.code === 'invalid-input') return inputSentence(error);
  const facts = Object.entries(error).filter(([name]) => name !== 'code');
  const told = facts.map(([name, value]) => `${name}: ${plainText(asText(value))}`).join(', ');
  return told === '' ? `Failed: ${error.code}.` : `Failed: ${error.code} (${told}).`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
