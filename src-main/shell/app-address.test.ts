import { join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetFor, isAppPage, isMadeByAppPage } from './app-address';

const FOLDER = join('/srv', 'renderer');

it.each([
  ['blob:beads://app/6f1c6f0e-3c53-4a5c-8a1c-0d3c0f1d7c11', true],
  ['blob:beads://other/6f1c6f0e', false],
  ['blob:https://example.com/6f1c6f0e', false],
  ['blob:null/6f1c6f0e', false],
  ['blob:', false],
  ['beads://app/index.html', false],
  ['data:text/plain,hello', false],
  ['https://example.com/', false],
])('a file at %s is made by our own page: %s', (url, expected) => {
  expect(isMadeByAppPage(url)).toBe(expected);
});

describe('isAppPage', () => {
  it.each([
    ['beads://app/', true],
    ['beads://app/index.html#/board', true],
    ['beads://other/', false],
    ['beads://app.example.com/', false],
    ['beads://user@app/', false],
    ['https://app/', false],
    ['file:///srv/renderer/index.html', false],
    ['data:text/html,hello', false],
    ['about:blank', false],
    ['', false],
    ['http://localhost:5173/', false],
  ])('%s -> %s', (url, expected) => {
    expect(isAppPage(url)).toBe(expected);
  });

  it('knows the development server only when there is one', () => {
    expect(isAppPage('http://localhost:5173/x', 'http://localhost:5173')).toBe(true);
    expect(isAppPage('http://localhost:5174/x', 'http://localhost:5173')).toBe(false);
    expect(isAppPage('https://localhost:5173/x', 'http://localhost:5173')).toBe(false);
  });
});

describe('assetFor', () => {
  it.each([
    ['beads://app/', 'index.html', 'text/html; charset=utf-8'],
    ['beads://app/index.html?x=1#/board', 'index.html', 'text/html; charset=utf-8'],
    ['beads://app/assets/index-Dk3_a-1.js', 'assets/index-Dk3_a-1.js', 'text/javascript; charset=utf-8'],
    ['beads://app/assets/inter.woff2', 'assets/inter.woff2', 'font/woff2'],
  ])('%s', (url, path, contentType) => {
    expect(assetFor(url, FOLDER)).toEqual({ path: join(FOLDER, path), contentType });
  });

  it.each([
    'beads://app/..%2f..%2fetc/passwd.txt',
    'beads://app/assets/..%5c..%5csecret.txt',
    'beads://app/.vite/manifest.json',
    'beads://app/assets//etc/x.txt',
    'beads://app/c:/x.txt',
    'beads://app/a%00.txt',
    'beads://app/%E0%A4%A.txt',
    'beads://app/assets',
    'beads://app/assets/',
    'beads://app/run.sh',
    'beads://app/x.constructor',
    'beads://other/index.html',
  ])('refuses %s', (url) => {
    expect(assetFor(url, FOLDER)).toBeNull();
  });

  it('never leaves its folder', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '%2f', '\\', '/', '//', 'a.js', '%00', 'C:', '~', 'assets'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const asset = assetFor(`beads://app/${pieces.join('/')}`, FOLDER);
        if (asset !== null) expect(asset.path.startsWith(FOLDER + sep)).toBe(true);
      }),
    );
  });
});
