import type { Family } from './program';

/** Each family's own file is loaded only when one of its commands was typed. */
export const families: readonly Family[] = [
  {
    name: 'beads',
    description: "the project's beads: find, read, change, claim",
    register: async (program, frame) => {
      const { registerBeadCommands } = await import('./beads/register');
      registerBeadCommands(program, frame);
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
];
