import type { AgentList } from '@domain/agent';

/** The agents Claude knows in a folder. Files are read, never run; a project's are offered only when it is trusted. */
export type Agents = {
  list(project: string): Promise<AgentList>;
};
