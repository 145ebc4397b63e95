import { describeClaudeDriver } from './claude-driver-conformance';
import { createFakeClaudeDriver, type FakeProcess } from './fake-claude-driver';

describeClaudeDriver('the scripted driver', async () => ({
  driver: createFakeClaudeDriver({ isWorking: true }),
  cwd: '/',
  async endByItself(live, how) {
    (live as FakeProcess).exit(how === 'died' ? { how, exit_code: 1 } : { how });
  },
  isAlive: async (live) => (live as FakeProcess).isAlive(),
  async answer(live, text) {
    const message = {
      id: 'm1',
      role: 'assistant' as const,
      content: [{ type: 'text' as const, text }],
      timestamp: '2026-01-01T00:00:00.000Z',
    };
    const process = live as FakeProcess;
    process.emit({ type: 'text', message_id: 'm1', text });
    process.emit({ type: 'turn-ended', interrupted: false });
    process.emit({ type: 'recorded', messages: [message] });
  },
  async askPermission(live) {
    const request = { id: 'q1', tool: 'Bash', input: { command: 'true' }, rules: [] };
    (live as FakeProcess).emit({ type: 'permission-asked', request });
  },
  close: async () => {},
}));
