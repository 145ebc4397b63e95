import type { Session } from '@domain/session/record';
import type { TerminalEnd } from '@domain/terminal';

const EMPTY = {
  draft: 'It opens when the session starts in a terminal.',
  active: 'This session runs without one. Everything Claude says is in the chat.',
  paused: 'Nothing runs. It opens when the session resumes in a terminal.',
  closed: 'The session is closed. What was said is in the chat.',
} as const;

export function emptyWords(status: Session['status']): string {
  return EMPTY[status];
}

export function endWords({ exit_code, signal }: TerminalEnd): string {
  if (signal !== null) return `The program has ended (${signal}).`;
  return exit_code === null || exit_code === 0
    ? 'The program has ended.'
    : `The program has ended with code ${exit_code}.`;
}
