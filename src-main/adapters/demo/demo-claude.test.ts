import { expect, it } from 'vitest';
import { demoEnvironment } from './demo-claude';

it('nothing that names a person, an account or another tracker reaches the demo', () => {
  const theirs = {
    PATH: '/bin',
    LANG: 'C.UTF-8',
    HOME: '/home/ada',
    ANTHROPIC_API_KEY: 'sk-real',
    ANTHROPIC_AUTH_TOKEN: 'real',
    CLAUDE_CONFIG_DIR: '/home/ada/.claude',
    CLAUDE_CODE_USE_BEDROCK: '1',
    AWS_SECRET_ACCESS_KEY: 'real',
    BEADS_DIR: '/home/ada/work/.beads',
    BEADS_CONSOLE_HOME: '/home/ada/.local/share/beads-console',
    GIT_DIR: '/home/ada/work/.git',
    XDG_DATA_HOME: '/home/ada/.local/share',
  };
  const place = {
    root: '/t',
    home: '/t/home',
    data: '/t/data',
    project: '/t/home/p',
    claudeConfig: '/t/home/.claude',
    temp: '/t/tmp',
    remove: async () => {},
  };
  expect(demoEnvironment(theirs, place)).toEqual({
    PATH: '/bin',
    LANG: 'C.UTF-8',
    HOME: '/t/home',
    USERPROFILE: '/t/home',
    BEADS_CONSOLE_HOME: '/t/data',
    CLAUDE_CONFIG_DIR: '/t/home/.claude',
    TMPDIR: '/t/tmp',
    GIT_CONFIG_NOSYSTEM: '1',
  });
});
