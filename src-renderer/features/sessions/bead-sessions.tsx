import { createContext, type ReactNode, useContext } from 'react';
import type { MarkState } from '../../ui/Mark';
import { type BeadWork, beadWork } from './bead-work.logic';
import { isAsking, isBusy, limitReset, markOf, type SeenSession, statusWords } from './session-words.logic';
import { useSessions } from './use-sessions';

const NONE: readonly SeenSession[] = [];
const Seen = createContext(NONE);

/** Looks at the sessions once for all the beads below it: hundreds of cards must not each follow them by themselves. */
export function BeadSessions({ children }: { children: ReactNode }) {
  return <Seen value={useSessions().value?.sessions ?? NONE}>{children}</Seen>;
}

export type BeadSession = {
  readonly id: string;
  readonly mark: MarkState;
  readonly isBusy: boolean;
  readonly words: string;
  readonly since: string;
  /** When the usage limit ends that it waits for. */
  readonly until: string | null;
};

/** The newest open session of a bead, as the board shows it. */
export function useBeadSession(beadId: string): BeadSession | null {
  const open = useContext(Seen).filter((each) => each.bead_id === beadId && each.status !== 'closed');
  // Of several the one that waits for a person is the one to tell of.
  const session = open.find(isAsking) ?? open[0];
  if (session === undefined) return null;
  const until = limitReset(session);
  const words = until === null ? statusWords(session) : 'usage limit';
  return {
    until,
    id: session.id,
    mark: markOf(session),
    isBusy: isBusy(session),
    words: `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`,
    since: session.doing?.asks[0]?.since ?? session.paused_at ?? session.started_at ?? session.created_at,
  };
}

/** The sessions of a bead and what they cost together. */
export function useBeadWork(beadId: string): BeadWork {
  return beadWork(useContext(Seen), beadId, Date.now());
}
