import { describeClaudeDriver } from './claude-driver-conformance';
import { createFakeClaudeDriver, type FakeProcess } from './fake-claude-driver';

describeClaudeDriver('the scripted driver', async () => ({
  driver: createFakeClaudeDriver({ isWorking: true }),
  cwd: '/',
  async endByItself(live, how) {
    (live as FakeProcess).exit(how === 'died' ? { how, exit_code: 1 } : { how });
  },
  isAlive: async (live) => (live as FakeProcess).isAlive(),
  close: async () => {},
}));
