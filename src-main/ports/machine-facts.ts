/** What the doctor asks of the machine itself. */
export type MachineFacts = {
  nodeVersion(): string;
  electron(): Promise<{ version: string; isInstalled: boolean } | null>;
  dataFolder(): Promise<{ path: string; isWritable: boolean; isPrivate: boolean }>;
};
