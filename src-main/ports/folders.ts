import type { Result } from '@domain/result';

export type FolderFault = 'not-found' | 'not-a-folder' | 'not-readable';

/** Looking at folders without running anything in them. */
export type Folders = {
  /** The real absolute path of a readable folder. */
  inspect(path: string): Promise<Result<{ path: string; hasBeads: boolean; isGit: boolean }, FolderFault>>;
  /** Names of the folders inside, or none when it cannot be read. */
  childrenOf(path: string): Promise<readonly { name: string; path: string; isGit: boolean }[]>;
};
