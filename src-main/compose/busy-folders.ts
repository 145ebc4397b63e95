import { createClaudeFolder } from '../adapters/claude-cli/claude-folder';
import { createProcessTable } from '../adapters/locks/process-identity';

/** Folders in which a Claude runs right now, whoever started it: as its own notes say, and the process is really there. */
export function createBusyFolders(env: Readonly<Record<string, string | undefined>>) {
  const folder = createClaudeFolder(env);
  const processes = createProcessTable();
  return async (): Promise<readonly string[]> =>
    (await folder.running())
      .filter(({ pid, procStart }) => {
        const startedAt = processes.startedAt(pid);
        return (
          processes.isAlive(pid) && (procStart === null || startedAt === undefined || procStart === startedAt)
        );
      })
      .map(({ cwd }) => cwd);
}
