export type FolderSize = { readonly bytes: number; readonly files: number; readonly isCut: boolean };

/** How much lies in a folder, counted without following a link out of it. What is not there is empty. */
export type FolderSizes = {
  of(path: string): Promise<FolderSize>;
  /** Removes the plain files in it whose names `isWanted` says, folders below included; answers their bytes. */
  empty(path: string, isWanted: (name: string) => boolean): Promise<number>;
};
