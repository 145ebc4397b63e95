/** The bead that the demo's story is about. */
export const DEMO_BEAD = 'tide-3qa';

export type DemoStep = 'start' | 'watch' | 'answer' | 'end' | 'resume' | 'read';

export type DemoSession = {
  readonly bead_id?: string | undefined;
  readonly status: 'draft' | 'active' | 'paused' | 'closed';
  readonly isAsking: boolean;
  readonly isBusy: boolean;
  /** Before its first answer an idle Claude has not begun yet. */
  readonly hasAnswered: boolean;
};

/** How far the story is: told by its sessions, so that a window that loads again knows it too. */
export function demoStep<S extends DemoSession>(
  sessions: readonly S[],
): { readonly step: DemoStep; readonly session: S | null } {
  const own = sessions.filter((session) => session.bead_id === DEMO_BEAD);
  const session = own.find(({ status }) => status !== 'closed') ?? own[0] ?? null;
  if (session === null) return { step: 'start', session };
  switch (session.status) {
    case 'draft':
      return { step: 'watch', session };
    case 'paused':
      return { step: 'resume', session };
    case 'closed':
      return { step: 'read', session };
    case 'active':
      if (session.isAsking) return { step: 'answer', session };
      return { step: session.isBusy || !session.hasAnswered ? 'watch' : 'end', session };
  }
}

export const DEMO_WORDS: Readonly<Record<DemoStep, string>> = {
  start: 'A made-up project and a scripted model. Nothing of yours is touched, and nothing of it stays.',
  watch: 'Claude is at work. It asks before it edits a file.',
  answer: 'Claude asks. Read what it wants to do, then answer: Allow once lets it go on.',
  end: 'Claude is done. Look at Changes beside the chat, then end the session.',
  resume: 'The session is paused. Resume goes on where it stopped.',
  read: 'That was a session from start to end. It is in the history now, and so is its cost.',
};
