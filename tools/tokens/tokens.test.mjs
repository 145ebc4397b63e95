import { expect, it } from 'vitest';
import { checkTokens, unusedTokens } from './check-tokens.mjs';

const TOKENS = `:root { --s-8: 8px; --h-row: 2rem; --hair: 1px; --m-fast: 90ms; --ease-out: cubic-bezier(0, 0, 1, 1);
  --t-body: 400 1rem / 1 "X"; --text: #111; --line: #222; --at-40rem: 40rem; --term-red: #f00; --gone: 3px; }
  :root[data-density="compact"] { --h-row: 1.75rem; }`;
const said = (text, path = 'a.css') => checkTokens([{ path, text }], TOKENS).map(({ message }) => message);

it.each([
  ['.a { color: #fff; }', 'color: #fff is a colour'],
  ['.a { background: rgb(1 2 3); }', 'background: rgb( is a colour'],
  ['.a { border: var(--hair) solid white; }', 'border: white is a colour'],
  ['.a { box-shadow: 0 0 0 var(--hair) rebeccapurple; }', 'box-shadow: rebeccapurple is a colour'],
  ['.a { transition: opacity 200ms; }', 'transition: 200ms is a duration'],
  ['.a { transition-delay: .5s; }', 'transition-delay: .5s is a duration'],
  ['.a { transition: opacity var(--m-fast) cubic-bezier(0, 0, 1, 1); }', 'cubic-bezier( is an easing'],
  ['.a { animation: turn var(--m-fast) linear infinite; }', 'animation: linear is an easing'],
  ['.a { transition: opacity var(--m-fast) ease-in; }', 'transition: ease-in is an easing'],
  ['.a { font: 12px Arial, sans-serif; }', 'is a font'],
  ['.a { font: 500 0.75rem / 1rem var(--font-ui); }', 'font: 0.75rem is a size'],
  ['.a { font-weight: 500; }', 'font-weight: 500 is part of a font'],
  ['.a { font-weight: bold; }', 'font-weight: bold is part of a font'],
  ['.a { line-height: 1.4; }', 'line-height: 1.4 is part of a font'],
  ['.a { letter-spacing: -0.01em; }', 'letter-spacing: -0.01em is a size'],
  ['.a { padding: 8px; }', 'padding: 8px is a size'],
  ['.a { margin: -8px; }', 'margin: -8px is a size'],
  ['.a { height: 2rem; }', 'height: 2rem is a size'],
  ['.a { border: 1px solid var(--line); }', 'border: 1px is a size'],
  ['.a { top: calc(100% - 4px); }', 'top: 4px is a size'],
  ['.a { width: var(--s-8, 3px); }', 'width: 3px is a size'],
  ['.a { --own: #123456; }', '--own: #123456 is a colour'],
  ['.a { --own: 3px; }', '--own: 3px is a size'],
  ['@container (max-width: 41rem) { .a { padding: 0; } }', '41rem is a width that no `--at-…`'],
  ['@media (max-width: 8px) { .a { padding: 0; } }', '8px is a width that no `--at-…`'],
  ['.a { padding: var(--s-9); }', '--s-9 is the name of no token'],
])('%s is found', (text, message) => {
  expect(said(text).join('\n')).toContain(message);
});

it.each([
  '.a { color: var(--text); padding: var(--s-8) 0 calc(-1 * var(--s-8)); height: var(--h-row); }',
  '.a { width: 50%; flex: 1 1 0; animation: turn 0s var(--m-fast) var(--ease-out); transition-delay: 0s; }',
  '.a { grid-template-columns: 1fr minmax(0, 2fr); max-width: 60ch; height: calc(100vh - var(--s-8)); opacity: 0.5; }',
  '.a { background: linear-gradient(to left, transparent, var(--text)); outline-color: CanvasText; }',
  '.a { --own: var(--s-8); padding: var(--own); }',
  '@media (max-width: 40rem) { .a { padding: 0; } }',
  '/* color: #fff; padding: 9px */ .a { color: inherit; font: inherit; }',
  '.a:not(.b) { white-space: nowrap; }',
])('%s is nothing but tokens', (text) => {
  expect(said(text)).toEqual([]);
});

it.each([
  ["const c = '#ff00aa';", '#ff00aa is a colour'],
  ["const wide = '40px';", '40px is a size'],
  ["animate(box, { duration: '200ms' });", '200ms is a duration'],
  ['const a = <i style={{ opacity: shown, height: 12 }} />;', 'height: 12 is a size'],
])('%s is found in code', (text, message) => {
  expect(said(text, 'a.tsx').join('\n')).toContain(message);
});

it.each([
  "const ref = '#/board';",
  'const a = <i style={{ height: shown.px, padding: 0 }} />;',
  "say('5 s');",
])('%s is code without a look of its own', (text) => {
  expect(said(text, 'a.tsx')).toEqual([]);
});

it('names the line', () => {
  const text = "const a = 1;\n// '#ffffff'\nconst c = '#ff00aa';\n";
  expect(checkTokens([{ path: 'a.ts', text }], TOKENS)).toEqual([
    { path: 'a.ts', line: 3, message: '#ff00aa is a colour that no token names' },
  ]);
});

it('finds a token that nobody names, in a sheet or in code', () => {
  const files = [
    {
      path: 'a.css',
      text: '.a { padding: var(--s-8) var(--hair); font: var(--t-body); color: var(--text); }',
    },
    {
      path: 'b.css',
      text: '/* var(--gone) */ .b { border: var(--line); transition: var(--m-fast) var(--ease-out); }',
    },
    { path: 'c.ts', text: 'const look = [token(`term-$' + "{name}`), token('h-row')];" },
  ];
  expect(unusedTokens(files, TOKENS)).toEqual(['--gone']);
});
