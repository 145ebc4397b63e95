import type { Sentences } from '../../app/words';
import type { CallError } from '../../bridge/client';
import { sessionSentences } from '../sessions';

const INSTALL = 'npm install -g @anthropic-ai/claude-code';

export function demoSentences(error: CallError<'demo.start'>): Sentences {
  const safe = 'Nothing was changed.';
  switch (error.code) {
    case 'claude-not-found':
      return {
        happened: 'The demo runs the real Claude CLI, and it was not found.',
        safe: 'It needs no account: a script answers in the place of a model.',
        next: 'Install it, then try again:',
        details: null,
      };
    case 'claude-too-old':
      return {
        happened: `The demo runs the real Claude CLI, and ${error.found} is too old for it.`,
        safe,
        next: `Update it to ${error.needed} or newer, then try again:`,
        details: null,
      };
    case 'demo-needs-git':
      return {
        happened: 'The demo makes a small git project, and git was not found.',
        safe,
        next: 'Install git with the package manager of this system, then try again.',
        details: null,
      };
    case 'demo-not-made':
      return {
        happened: 'The demo could not be made.',
        safe,
        next: 'Look at the details, then try again.',
        details: error.detail,
      };
    default:
      return sessionSentences(error);
  }
}

/** What to type, where that is the way out. */
export function installCommand({ code }: { readonly code: string }): string | null {
  return code === 'claude-not-found' || code === 'claude-too-old' ? INSTALL : null;
}
