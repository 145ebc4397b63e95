import type { Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { SessionStore } from '../../ports/session-store';

/** Where a folder's sessions are kept, and the folder that stands for the whole project. */
export type StorePlace = { readonly store: SessionStore; readonly root: string };

/** The open stores: one per project that was asked for, and the one in user-data. */
export type SessionStores = {
  /** External sessions, and those of folders without `.beads`. */
  readonly user: SessionStore;
  all(): readonly SessionStore[];
  /** Opens the project's store when it is not open yet; a folder without `.beads` gets the one in user-data. */
  forFolder(folder: string): Promise<Result<StorePlace, SessionError>>;
  /** Opens every project this user-data folder has met and that is still there. One that cannot be opened is passed over. */
  openKnown(): Promise<void>;
  onOpened(tell: (store: SessionStore) => void): () => void;
  close(): Promise<void>;
};
