/** The shell's own folder dialog. The web shell has none. */
export type FolderChooser = { choose(): Promise<string | null> };
