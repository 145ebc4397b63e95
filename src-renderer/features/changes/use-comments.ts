import type { Session } from '@domain/session/record';
import { useMemo } from 'react';
import { keepLayout, useLayoutState } from '../../app/state/layout';
import { keepComments, type LineComment, type LinePlace, readComments } from './comments.logic';

const KEY = 'change_comments';
const NONE: readonly LineComment[] = [];

export type Comments = {
  readonly comments: readonly LineComment[];
  readonly add: (place: LinePlace, text: string) => void;
  readonly remove: (id: string) => void;
  /** Those that were sent or discarded; what was written meanwhile stays. */
  readonly take: (comments: readonly LineComment[]) => void;
  readonly putBack: (comments: readonly LineComment[]) => void;
};

/** Comments that are not sent yet, by session: they survive another tab, another view and a restart. */
export function useComments(session: Session['id']): Comments {
  const kept = useLayoutState((state) => state.layout[KEY]);
  const comments = useMemo(() => readComments(kept)[session] ?? NONE, [kept, session]);
  // From what is kept now, not from what was drawn: a comment may be sent while the next one is written.
  const change = (next: (now: readonly LineComment[]) => readonly LineComment[]) => {
    const all = readComments(useLayoutState.getState().layout[KEY]);
    keepLayout({ [KEY]: keepComments(all, session, next(all[session] ?? NONE)) });
  };
  return {
    comments,
    add: (place, text) => change((now) => [...now, { ...place, id: crypto.randomUUID(), text }]),
    remove: (id) => change((now) => now.filter((comment) => comment.id !== id)),
    take: (sent) => change((now) => now.filter(({ id }) => !sent.some((one) => one.id === id))),
    putBack: (taken) => change((now) => [...taken, ...now]),
  };
}
