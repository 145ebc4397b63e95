/** What a prompt can point at in the folder a session works in. */
export type PromptHelp = {
  /** Paths from the folder on, as git knows them: its files and new ones that are not ignored. Runs no code of the project. */
  files(cwd: string): Promise<FileList>;
  /** Commands that files describe: the project's own and the user's. */
  commands(cwd: string): Promise<readonly PromptCommand[]>;
};

export type FileList = {
  readonly paths: readonly string[];
  /** False: there are more than we read, or the folder is no git project. */
  readonly isComplete: boolean;
};

export type PromptCommand = {
  readonly name: string;
  readonly description: string;
  readonly source: 'project' | 'user';
};
