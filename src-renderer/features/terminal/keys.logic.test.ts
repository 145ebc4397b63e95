import { expect, it } from 'vitest';
import { meaningOf } from './keys.logic';

const stroke = (words: string) => {
  const parts = words.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key,
    code: /^[A-Z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    metaKey: parts.includes('Cmd'),
    isComposing: parts.includes('Composing'),
  };
};

it.each([
  ['Ctrl+c', 'program', 'program'],
  ['Ctrl+k', 'program', 'program'],
  ['Escape', 'program', 'program'],
  ['Tab', 'program', 'program'],
  ['Shift+Tab', 'program', 'program'],
  ['?', 'program', 'program'],
  ['Alt+Enter', 'program', 'program'],
  ['Enter', 'program', 'program'],
  ['Shift+Enter', 'new-line', 'new-line'],
  ['Composing+Shift+Enter', 'program', 'program'],
  ['Composing+F6', 'program', 'program'],
  ['F6', 'app', 'app'],
  ['Shift+F6', 'app', 'app'],
  ['Ctrl+Shift+C', 'program', 'copy'],
  ['Ctrl+Shift+F', 'program', 'find'],
  ['Ctrl+Shift+V', 'program', 'app'],
  ['Ctrl+Shift+Alt+C', 'program', 'app'],
  ['Cmd+k', 'app', 'program'],
  ['Cmd+c', 'copy', 'program'],
  ['Cmd+f', 'find', 'program'],
])('%s means %s on macOS and %s elsewhere', (words, mac, other) => {
  expect([meaningOf(stroke(words), 'mac'), meaningOf(stroke(words), 'other')]).toEqual([mac, other]);
});
