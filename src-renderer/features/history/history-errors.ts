import type { HistoryError } from '@contract/history';
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

const OWN = new Set<string>([
  'session-not-found',
  'transcript-gone',
  'message-not-found',
  'invalid-query',
  'history-unavailable',
]);
const isOwn = (error: { readonly code: string }): error is HistoryError => OWN.has(error.code);
