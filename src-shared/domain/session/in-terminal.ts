/** In the place of a tool: the question stands in Claude's own terminal alone, and what it asks nobody here knows. */
export const IN_TERMINAL = 'claude-terminal';
