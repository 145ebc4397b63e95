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
  /** All of them, in the place of those that are there. */
  readonly put: (comments: readonly LineComment[]) => void;
};

/** Comments that are not sent yet, by session: they survive another tab, another view and a restart. */
export function useComments(session: Session['id']): Comments {
  const kept = useLayoutState((state) => state.layout[KEY]);
  const comments = useMemo(() => readComments(kept)[session] ?? NONE, [kept, session]);
  const save = (next: readonly LineComment[]) =>
    keepLayout({ [KEY]: keepComments(readComments(useLayoutState.getState().layout[KEY]), session, next) });
  return {
    comments,
    add: (place, text) => save([...comments, { ...place, id: crypto.randomUUID(), text }]),
    remove: (id) => save(comments.filter((comment) => comment.id !== id)),
    put: save,
  };
}
