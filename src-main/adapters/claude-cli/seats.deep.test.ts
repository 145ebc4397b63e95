import { describe, expect, it, vi } from 'vitest';
import { describeClaudeDriver } from '../../testing/claude-driver-conformance';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe.each(['stream', 'pty'] as const)('with the real CLI in the %s seat', (seat) => {
    describeClaudeDriver('keeps the promises', async () => {
      const bench = await claudeBench(claude, { seat });
      return {
        driver: bench.driver,
        cwd: bench.project,
        async endByItself(live, how) {
          expect(live.pid).not.toBeNull();
          // Both lets the CLI leave by itself with code 0; a SIGKILL is what dying looks like.
          if (how === 'died') process.kill(live.pid ?? 0, 'SIGKILL');
          else if (seat === 'stream') process.kill(live.pid ?? 0, 'SIGINT');
          else {
            const { pty, text } = bench.terminal(live.session_id);
            await vi.waitFor(() => expect(text()).toContain('shortcuts'), { timeout: 30_000 });
            pty.write('\x04');
            pty.write('\x04');
          }
        },
        async isAlive(live) {
          try {
            process.kill(live.pid ?? 0, 0);
            return true;
          } catch {
            return false;
          }
        },
        async answer(live, text) {
          await bench.script({ replies: [{ text }] });
          await live.send('say it');
        },
        async askPermission(live) {
          const use = { type: 'tool_use', name: 'Bash', input: { command: 'touch made.txt' } };
          await bench.script({ replies: [{ blocks: [use] }], fallback: { text: 'As you wish.' } });
          await live.send('make a file');
        },
        close: async () => {},
      };
    });
  });
