import { describe, expect, it } from 'vitest';
import { describeClaudeDriver } from '../../testing/claude-driver-conformance';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('with the real CLI', () => {
    describeClaudeDriver('the stream seat', async () => {
      const bench = await claudeBench(claude);
      return {
        driver: bench.driver,
        cwd: bench.project,
        async endByItself(live, how) {
          expect(live.pid).not.toBeNull();
          // SIGINT lets the CLI leave by itself with code 0; a SIGKILL is what dying looks like.
          process.kill(live.pid ?? 0, how === 'died' ? 'SIGKILL' : 'SIGINT');
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
