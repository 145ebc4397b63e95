import type { Terminal } from '@xterm/xterm';

/**
 * A program's questions to its terminal are answered by the copy in main, once, whether or not anybody looks. This one only
 * shows; an answer from here would be read as typed.
 */
export function keepQuiet(terminal: Terminal): void {
  const { parser } = terminal;
  const swallow = () => true;
  for (const prefix of ['', '>', '='] as const)
    parser.registerCsiHandler(prefix === '' ? { final: 'c' } : { prefix, final: 'c' }, swallow);
  for (const id of [
    { final: 'n' },
    { prefix: '?', final: 'n' },
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
    { prefix: '?', final: 'u' },
    { prefix: '>', final: 'q' },
    { final: 't' },
  ])
    parser.registerCsiHandler(id, swallow);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
  // A question for a colour asks with `?`; setting one only displays.
  for (const code of [4, 10, 11, 12]) parser.registerOscHandler(code, (data) => data.includes('?'));
  parser.registerOscHandler(52, swallow);
}
