import { expect, it } from 'vitest';
import { checkTokens } from './check-tokens.mjs';

const TOKENS = ':root { --s-8: 8px; --h-row: 2rem; --e-1: 0 1px 2px rgb(0 0 0 / 0.1); --m-fast: 90ms; }';
const said = (text, path = 'a.css') => checkTokens([{ path, text }], TOKENS).map(({ message }) => message);

it.each([
  ['.a { color: #fff; }', 'color: #fff is a colour'],
  ['.a { background: rgb(1 2 3); }', 'background: rgb( is a colour'],
  ['.a { border: 1px solid white; }', 'border: white is a colour'],
  ['.a { transition: opacity 200ms; }', 'transition: 200ms is a duration'],
  ['.a { transition: opacity var(--m-fast) cubic-bezier(0, 0, 1, 1); }', 'cubic-bezier( is an easing'],
  ['.a { font: 12px Arial, sans-serif; }', 'is a font'],
  ['.a { padding: 9px; }', 'padding: 9px is a size outside'],
  ['.a { margin: -7px; }', 'margin: -7px is a size outside'],
  ['.a { height: 2.1rem; }', 'height: 2.1rem is a size outside'],
  ['.a { --own: #123456; }', '--own: #123456 is a colour'],
])('%s is found', (text, message) => {
  expect(said(text).join('\n')).toContain(message);
});

it.each([
  '.a { color: var(--text); padding: 8px 0 -8px; height: 2rem; border: 1px solid var(--line); }',
  '.a { width: 50%; flex: 1 1 0; animation: turn var(--m-fast) linear; transition-delay: 0s; }',
  '@media (max-width: 777px) { .a { padding: 8px; } }',
  '/* color: #fff; padding: 9px */ .a { color: inherit; }',
  '.a:not(.b) { white-space: nowrap; }',
])('%s is nothing but tokens', (text) => {
  expect(said(text)).toEqual([]);
});

it('finds a colour in code, and names the line', () => {
  const text = "const a = 1;\n// '#ffffff'\nconst c = '#ff00aa';\nconst ref = '#/board';\n";
  expect(checkTokens([{ path: 'a.ts', text }], TOKENS)).toEqual([
    { path: 'a.ts', line: 3, message: '#ff00aa is a colour that no token names' },
  ]);
});
