import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Output } from './Output';

const lines = Array.from({ length: 300 }, (_, at) => `line ${at}.`).join('\n');
const shown = () => document.querySelector('pre')?.textContent ?? '';

describe('what a tool printed', () => {
  it('is a few lines, and all of it on demand', () => {
    render(<Output text={lines} from="end" />);
    expect(shown()).toContain('line 299.');
    expect(shown()).not.toContain('line 0.');
    expect(screen.getByText(/^Last \d+ of 300 lines$/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(shown()).toBe(lines);
    fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(shown()).not.toContain('line 0.');
  });

  it('is copied whole and without its escapes, and says when it may not be', async () => {
    const writeText = vi.fn(async (_text: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    render(<Output text={'\x1b[31mred\x1b[0m \x1b]52;c;ZXZpbA==\x07<b>x</b>'} from="start" />);
    expect(document.querySelector('pre b')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(writeText.mock.calls).toEqual([['red <b>x</b>']]);
    writeText.mockRejectedValue(new Error('not allowed'));
    fireEvent.click(screen.getByRole('button', { name: 'Copied' }));
    await screen.findByRole('button', { name: 'Select it by hand' });
    vi.unstubAllGlobals();
  });
});
