import { createHash } from 'node:crypto';
import { readContextPack } from '@domain/session/context-pack';
import { describe, expect, it } from 'vitest';
import { contextRecord, packContext } from './context-pack';
import type { Piece } from './context-pieces';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const piece = (kind: Piece['kind'], text: string, more: Partial<Piece> = {}): Piece => ({
  kind,
  about: kind,
  text,
  guess: null,
  files: [],
  left: [],
  ...more,
});
const file = (path: string, text: string) => ({
  path,
  text,
  bytes: text.length,
  tokens: Math.ceil(text.length / 4),
  sha256: hash(text),
});
const KEY = `ghp_${'a'.repeat(36)}`;

describe('what is sent', () => {
  it('C1 is the prompt, then the chosen parts in their order', () => {
    const pieces = [piece('bead', 'BEAD'), piece('sessions', 'SESSIONS'), piece('notes', 'NOTES')];
    const { preview } = packContext('Go.', pieces, { parts: ['bead'], files: [], notes: 'x' }, 1000);
    expect(preview.text).toBe('Go.\n\n<context-pack>\nBEAD\n\nNOTES\n</context-pack>');
    expect(preview.parts.map(({ kind, is_chosen }) => [kind, is_chosen])).toEqual([
      ['bead', true],
      ['sessions', false],
      ['notes', true],
    ]);
  });

  it('is the prompt alone when nothing goes along', () => {
    expect(
      packContext('Go.', [piece('bead', 'BEAD')], { parts: [], files: [], notes: '' }, 1000).preview.text,
    ).toBe('Go.');
  });

  it('C2 has no secret of a file, a tracker or a session in it, and counts what was taken', () => {
    const pieces = [
      piece('bead', `token ${KEY}`),
      piece('files', '', { files: [file('a.ts', `k=${KEY}\n`)] }),
    ];
    const { preview } = packContext(
      `My ${KEY}`,
      pieces,
      { parts: ['bead'], files: ['a.ts'], notes: '' },
      1000,
    );
    expect(preview.redactions).toBe(2);
    expect(preview.text.split(KEY)).toHaveLength(2);
    expect(preview.text.startsWith(`My ${KEY}`)).toBe(true);
  });

  it('C3 leaves out whole what does not fit, and names it', () => {
    const files = [file('big.ts', 'x'.repeat(4000)), file('small.ts', 'y')];
    const { preview } = packContext(
      'Go.',
      [piece('files', '', { files })],
      { parts: [], files: ['*'], notes: '' },
      500,
    );
    expect(preview.left_out).toEqual([{ path: 'big.ts', why: 'over-budget' }]);
    expect(preview.files.map(({ path }) => path)).toEqual(['small.ts']);
    expect(preview.tokens).toBeLessThanOrEqual(500);
  });

  it('leaves out a diff that does not fit', () => {
    const diff = piece('diff', 'd'.repeat(4000), { about: '3 files' });
    const { preview } = packContext('Go.', [diff], { parts: ['diff'], files: [], notes: '' }, 500);
    expect([preview.text, preview.left_out]).toEqual(['Go.', [{ path: '3 files', why: 'over-budget' }]]);
  });
});

it('what is kept reads back, hides the secrets of the prompt too, and knows where the prompt ends', () => {
  const packed = packContext(
    `My ${KEY}`,
    [piece('bead', 'BEAD')],
    { parts: ['bead'], files: [], notes: '' },
    1000,
  );
  const kept = readContextPack(
    contextRecord(packed, { at: '2026-01-01T00:00:00.000Z', bead: null, git: null }, hash),
  );
  expect(kept?.text).not.toContain(KEY);
  expect(kept?.text.slice(kept.prompt_chars)).toBe('\n\n<context-pack>\nBEAD\n</context-pack>');
  expect(kept?.parts).toMatchObject([{ kind: 'bead', sha256: hash('BEAD') }]);
});
