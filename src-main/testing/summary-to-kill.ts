import { ok } from '@domain/result';
import { createPrintSummary } from '../adapters/claude-cli/print-summary';
import { nodeTimers } from '../adapters/system/node-timers';

/** Has a summary written, as a process that a test kills: node <script> <the program in Claude's place> */
const [path = ''] = process.argv.slice(2);
await createPrintSummary({
  env: process.env,
  find: async () => ok({ path, version: '2.1.197', can: {} as never }),
  timers: nodeTimers,
  model: () => 'haiku',
}).write('what was said', new AbortController().signal);
