import { describe, expect, it } from 'vitest';
import { addArguments, shellLine } from './install-mcp';

describe('mcp install', () => {
  it('tells Claude how this very program is started', () => {
    const program = ['/usr/bin/node', '/opt/b c/bin.mjs'];
    expect(shellLine(['claude', ...addArguments(program, {}, { scope: 'user' })])).toBe(
      "claude mcp add --scope user beads-console -- /usr/bin/node '/opt/b c/bin.mjs' mcp",
    );
    const env = { BEADS_CONSOLE_HOME: "/it's" };
    expect(shellLine(addArguments(program, env, { scope: 'local', allProjects: true }))).toBe(
      String.raw`mcp add --scope local beads-console -e 'BEADS_CONSOLE_HOME=/it'\''s' -- /usr/bin/node '/opt/b c/bin.mjs' mcp --all-projects`,
    );
  });
});
