import { expect, it } from 'vitest';
import { isWebAddress } from './web-address';

it.each(['https://example.org/a?b=c#d', 'HTTP://example.org', 'http://127.0.0.1:4020/x', 'https://例え.jp/'])(
  '%s is one',
  (address) => expect(isWebAddress(address)).toBe(true),
);

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'vscode://open?x=1',
  'https://',
  'https://a b',
  ' https://a',
  'https:\\\\host\\share',
  'https://a\n--flag',
  'https://a\u0007',
  `https://a/${'x'.repeat(5000)}`,
])('%j is none', (address) => expect(isWebAddress(address)).toBe(false));
