import type { HistoryError } from '@contract/history';
import type { SummaryFault } from '@domain/history/generated-summary';
import type { CopyTrouble } from '@domain/history/record';
import { commonSentences, type Sentences } from '../../app/words';

/** What happened, what is safe, what to do next. */
export function historySentences(error: HistoryError | { readonly code: string }): Sentences {
  if (isOwn(error))
    switch (error.code) {
      case 'session-not-found':
        return {
          happened: 'This session is not in the history.',
          safe: 'Nothing was changed.',
          next: 'It may have been removed for good, or not be read yet: look at the list.',
          details: null,
        };
      case 'transcript-not-found':
        return {
          happened: 'There is no such session and no such transcript.',
          safe: 'Nothing was changed.',
          next: 'Check the id or the path.',
          details: error.ref,
        };
      case 'summary-failed':
        return {
          happened: SUMMARY_FAULTS[error.why],
          safe: 'The summary below is made without a model and stays.',
          next:
            error.why === 'claude-not-found' ? 'Install Claude, or name it in the settings.' : 'Try again.',
          details: error.detail === '' ? null : error.detail,
        };
      case 'transcript-refused':
        return {
          happened: 'This file was not taken into the history.',
          safe: 'The file and the history are as they were.',
          next: 'It may be empty, too large, or of another session than it says.',
          details: `${error.ref}: ${error.why}`,
        };
      case 'transcript-gone':
        return {
          happened: 'What was said in this session is gone.',
          safe: 'Its figures, cost and audit record are kept.',
          next: 'Claude deleted its file before a copy was made; nothing can bring it back.',
          details: null,
        };
      case 'message-not-found':
        return {
          happened: 'This place is not in the session any more.',
          safe: 'The rest of it is here.',
          next: 'Go on from its beginning.',
          details: null,
        };
      case 'invalid-query':
        return {
          happened: `${error.part} cannot be looked for.`,
          safe: 'The other parts of the search are used.',
          next: `It takes ${error.expected}.`,
          details: null,
        };
      case 'session-ambiguous':
        return {
          happened: 'Several sessions begin so.',
          safe: 'Nothing was changed.',
          next: 'Say more of the id.',
          details: error.matches.join('\n'),
        };
      case 'no-copy':
        return {
          happened: 'There is no copy of this session.',
          safe: 'What the history knows of it is kept.',
          next: 'It cannot be put back for Claude to resume.',
          details: null,
        };
      case 'copy-redacted':
        return {
          happened: 'The copy of this session has no secrets in it, so it is not what Claude wrote.',
          safe: 'It can be read and exported.',
          next: 'It cannot be put back for Claude to resume; begin a new session with a hand-off.',
          details: null,
        };
      case 'copy-damaged':
        return {
          happened: 'The copy of this session is damaged.',
          safe: 'Nothing was put back, and nothing was overwritten.',
          next: 'Look whether a backup of the data folder has it.',
          details: error.path,
        };
      case 'copy-unreadable':
        return {
          happened: 'The copy of this session cannot be read.',
          safe: 'Nothing was put back, and the copy is left as it is.',
          next: COPY_TROUBLES[error.why],
          details: error.path,
        };
      case 'file-in-the-way':
        return {
          happened: 'Another file is where this transcript belongs.',
          safe: 'It was left as it is, and so is the copy.',
          next: 'Move that file away and try again.',
          details: error.path,
        };
      case 'restore-failed':
        return {
          happened: 'The transcript could not be written.',
          safe: 'The copy is as it was.',
          next: 'Look whether the disk is full or the folder can be written, then try again.',
          details: `${error.path}\n${error.detail}`,
        };
      case 'not-noted':
        return {
          happened:
            error.detail === 'running'
              ? 'This session still runs in a terminal.'
              : 'This session could not be taken over.',
          safe: 'Nothing was changed.',
          next: error.detail === 'running' ? 'End it there first.' : 'Try again.',
          details: error.detail,
        };
      case 'export-too-large':
        return {
          happened: 'This is too much for one file.',
          safe: 'Nothing was written.',
          next: 'Take fewer sessions, or leave out what tools answered.',
          details: null,
        };
      case 'folder-path-relative':
        return {
          happened: 'This is not a full path.',
          safe: 'Nothing was changed.',
          next: 'Give the folder from / on.',
          details: error.folder,
        };
      case 'folder-not-found':
        return {
          happened: 'There is no such folder.',
          safe: 'Nothing was changed.',
          next: 'Choose a project, or a folder that is there.',
          details: error.folder,
        };
      case 'remap-not-found':
        return {
          happened: 'This was taken back already.',
          safe: 'The folder belongs where it did before.',
          next: 'Nothing is left to do.',
          details: error.folder,
        };
      case 'folders-not-saved':
        return {
          happened: 'What you said about folders could not be written down.',
          safe: 'The file is as it was, and so is the history.',
          next: 'Mend the file or move it away, then try again.',
          details: `${error.path}\n${error.detail}`,
        };
      case 'history-unavailable':
        return {
          happened: 'The history cannot be opened.',
          safe: 'Claude’s transcripts and your sessions are as they were; only their index is missing.',
          next: 'Try again. If it stays so, look whether the disk is full or the data folder can be written.',
          details: error.detail,
        };
    }
  return commonSentences(error);
}

/** The reason and the way out. */
export const COPY_TROUBLES: Readonly<Record<CopyTrouble, string>> = {
  damaged:
    'This list of what it is made of is damaged. Put it back from a backup, or move its folder away: then a new copy is made of what Claude still has.',
  'newer-version':
    'A newer version of Beads Console made it. Update this one, or move its folder away: then a new copy is made of what Claude still has.',
  'not-readable':
    'This list of what it is made of cannot be opened. Look at who may read it, and whether the disk is sound.',
};

const SUMMARY_FAULTS: Readonly<Record<SummaryFault, string>> = {
  'claude-not-found': 'There is no Claude on this computer to write a summary.',
  'claude-too-old': 'The Claude on this computer is too old to write a summary.',
  'claude-did-not-start': 'Claude did not start.',
  'timed-out': 'Claude took longer than 30 seconds and was ended.',
  refused: 'Claude refused to write a summary.',
  'no-answer': 'Claude answered with nothing that could be kept.',
  stopped: 'The summary was given up because the program ended.',
};

const OWN = new Set<string>([
  'summary-failed',
  'session-not-found',
  'transcript-not-found',
  'transcript-refused',
  'transcript-gone',
  'message-not-found',
  'invalid-query',
  'session-ambiguous',
  'no-copy',
  'copy-redacted',
  'copy-damaged',
  'copy-unreadable',
  'file-in-the-way',
  'restore-failed',
  'export-too-large',
  'not-noted',
  'folder-path-relative',
  'folder-not-found',
  'remap-not-found',
  'folders-not-saved',
  'history-unavailable',
]);
const isOwn = (error: { readonly code: string }): error is HistoryError => OWN.has(error.code);
