import { lazyView } from '../../app/lazy-view';

/** The conversation with its heavy parts (markdown, the virtual list), fetched when it is first looked at. */
export const ChatPanel = lazyView(async () => (await import('./ChatPanel')).ChatPanel);
/** One message of a recorded session, for whoever shows a transcript. */
export const MessageRows = lazyView(async () => (await import('./MessageRows')).MessageRows);
/** Claude's words outside of a thread. */
export const Prose = lazyView(async () => (await import('./Prose')).Prose);
export { MODE_ACTIONS } from './mode-actions';
export { askTitle } from './permission.logic';
export { PERMISSION_ACTIONS } from './permission-actions';
export { visibleText } from './plain-text.logic';
export { useAskedThere, useLastLines } from './use-chat';
export { useChatActs } from './use-chat-acts';
export { useMode } from './use-mode';
