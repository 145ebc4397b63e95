import { HooksError, HooksState } from '@domain/hooks/elsewhere';
import { z } from 'zod';
import { command, query } from './procedure';

const none = z.strictObject({});

/** Hooks in the user's own Claude settings, by which sessions begun elsewhere are noticed at once. A person decides. */
export const hooks = {
  status: query({ input: none, output: HooksState, errors: HooksError, doors: ['ui', 'cli'] }),
  install: command({ input: none, output: HooksState, errors: HooksError, doors: ['ui', 'cli'] }),
  uninstall: command({ input: none, output: HooksState, errors: HooksError, doors: ['ui', 'cli'] }),
};
