import { createElement } from 'react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { useProject } from '../../app/state/project';
import { MODE_ACTIONS, PERMISSION_ACTIONS } from '../chat';
import { AskNotices } from './AskNotices';
import { EndNotices } from './end/EndNotices';
import { usePaletteSessions } from './palette-items';
import { SessionActions, StoreNotices } from './SessionActions';
import { SessionList } from './SessionList';

function Always() {
  return [
    createElement(SessionActions, { key: 'actions' }),
    createElement(AskNotices, { key: 'asks' }),
    createElement(EndNotices, { key: 'ends' }),
    useProject() === null ? null : createElement(StoreNotices, { key: 'notices' }),
  ];
}

export const sessions: Feature = {
  id: 'sessions',
  actions: [...PERMISSION_ACTIONS, ...MODE_ACTIONS],
  declare: async () => (await import('./declared-actions')).declared,
  sidebar: [{ id: 'sessions', place: 'middle', order: 10, Content: SessionList }],
  panels: [
    {
      id: 'session',
      name: 'Session',
      canFocus: true,
      Content: lazyView(async () => (await import('./SessionPanel')).SessionPanel),
    },
  ],
  overlays: [
    { id: 'end-session', Content: lazyView(async () => (await import('./end/EndDialog')).EndDialog) },
    {
      id: 'resume-session',
      Content: lazyView(async () => (await import('./resume/ResumeDialog')).ResumeDialog),
    },
    {
      id: 'hand-off-session',
      Content: lazyView(async () => (await import('./hand-off/HandOffDialog')).HandOffDialog),
    },
    { id: 'delete-session', Content: lazyView(async () => (await import('./DeleteDialog')).DeleteDialog) },
    { id: 'session-trash', Content: lazyView(async () => (await import('./TrashDialog')).TrashDialog) },
  ],
  usePaletteItems: usePaletteSessions,
  Always,
};

export { BeadSessions, useBeadSession, useBeadWork } from './bead-sessions';
export { ChainPart } from './chain/ChainPart';
export { ChainView } from './chain/ChainView';
export { chainOf } from './chain/chain.logic';
export { useGuardedResume } from './resume/use-guarded-resume';
export { tellRefusal } from './run-refusals';
export { openSession, readInHistory } from './SessionRow';
export { type SessionFailure, sessionSentences } from './session-errors';
export { isAsking, isBusy, markOf, type SeenSession, statusWords, titleOf } from './session-words.logic';
export { useOpenSession } from './use-open-session';
export { useSessions, useUnclosed } from './use-sessions';
