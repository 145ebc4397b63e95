import type { Family } from './program';

/** Each family's own file is loaded only when one of its commands was typed. */
export const families: readonly Family[] = [
  {
    name: 'audit',
    description: 'who ran what, when, and how it ended',
    register: async (program, frame) => {
      const { registerAuditCommands } = await import('./audit/register');
      registerAuditCommands(program, frame);
    },
  },
  {
    name: 'beads',
    description: "the project's beads: find, read, change, claim",
    register: async (program, frame) => {
      const { registerBeadCommands } = await import('./beads/register');
      registerBeadCommands(program, frame);
    },
  },
  {
    name: 'hooks',
    description: 'notice sessions that begin in a plain terminal at once',
    register: async (program, frame) => {
      const { registerHookCommands } = await import('./hooks/register');
      registerHookCommands(program, frame);
    },
  },
  {
    name: 'mcp',
    description: 'show past sessions and beads to an agent',
    register: async (program, frame) => {
      const { registerMcpCommands } = await import('./mcp/register');
      registerMcpCommands(program, frame);
    },
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI document of the REST door',
    register: async (program, frame) => {
      const { registerOpenApi } = await import('./openapi/register');
      registerOpenApi(program, frame);
    },
  },
  {
    name: 'privacy',
    description: 'what is kept out of the record, and why',
    register: async (program, frame) => {
      const { registerPrivacyCommands } = await import('./privacy/register');
      registerPrivacyCommands(program, frame);
    },
  },
  {
    name: 'sessions',
    description: 'sessions of Claude: plan, find, tag, end, export',
    register: async (program, frame) => {
      const { registerSessionCommands } = await import('./sessions/register');
      registerSessionCommands(program, frame);
    },
  },
  {
    name: 'tokens',
    description: 'personal access tokens for scripts',
    register: async (program, frame) => {
      const { registerTokenCommands } = await import('./tokens/register');
      registerTokenCommands(program, frame);
    },
  },
  {
    name: 'worktrees',
    description: 'the checkouts of a project beside its own: list, remove what is safe',
    register: async (program, frame) => {
      const { registerWorktreeCommands } = await import('./worktrees/register');
      registerWorktreeCommands(program, frame);
    },
  },
  {
    name: 'backfill',
    description: "read Claude's transcripts into the history",
    register: async (program, frame) => {
      const { registerBackfill } = await import('./history/history-commands');
      registerBackfill(program, frame);
    },
  },
  {
    name: 'report',
    description: 'tokens and cost by session, day, bead, model, project or agent',
    register: async (program, frame) => {
      const { registerReport } = await import('./history/history-commands');
      registerReport(program, frame);
    },
  },
  {
    name: 'ingest',
    description: 'read one session into the history, now',
    register: async (program, frame) => {
      const { registerIngest } = await import('./history/history-commands');
      registerIngest(program, frame);
    },
  },
  {
    name: 'completion',
    description: 'print the completion of a shell: bash, zsh or fish',
    register: async (program, frame) => {
      const { registerCompletion } = await import('./completion/register');
      registerCompletion(program, frame, families);
    },
  },
];
