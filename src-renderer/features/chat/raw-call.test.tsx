import type { RawCall } from '@domain/session/raw-call';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../bridge/client';
import { BridgeProvider } from '../../bridge/react';
import { createFakeServer } from '../../testing/fake-server';
import { SessionOfThread } from './session-of-thread';
import { ToolRow } from './ToolRow';
import type { ToolItem } from './thread.logic';

const session = '0f8fad5b-d9cb-469f-a165-70867728950e';
const kept = { file_path: '/p/a.ts', old_string: '[string]', new_string: '[string]' };
const raw = { file_path: '/p/a.ts', old_string: 'one\ntwo', new_string: 'one\n2\n3' };
const call = { tool: 'Edit', input: kept, success: true, withheld: 'metadata' as const, output_bytes: 7 };
const output = (text: string, more: object = {}) => ({ text, bytes: text.length, is_cut: false, ...more });

let last = 0;
function open(item: Omit<ToolItem, 'id' | 'isRunning'>, answer: RawCall | null) {
  last += 1;
  const id = `call ${last}`;
  const server = createFakeServer();
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  server.on('sessions.toolCall', () => asked.then(() => ({ ok: true, value: { call: answer } })));
  const drawn = (shown: Omit<ToolItem, 'id' | 'isRunning'>) => (
    <BridgeProvider client={client}>
      <SessionOfThread value={session}>
        <ToolRow item={{ ...shown, id, isRunning: false }} cwd="/p" />
      </SessionOfThread>
    </BridgeProvider>
  );
  const client = createClient(server.transport);
  const { rerender } = render(drawn(item));
  const line = () => screen.getByRole('button', { name: /a\.ts|seq/ });
  return { server, id, line, tell: () => tell(), draw: (next: typeof item) => rerender(drawn(next)) };
}

const edit = { tool: 'Edit', input: kept, call: { ...call, id: 'c' } };
const bash = {
  tool: 'Bash',
  input: { command: 'seq 9' },
  call: {
    ...{ id: 'c', tool: 'Bash', input: { command: 'seq 9' }, success: true },
    ...{ output: '1\n2', truncated: true, output_bytes: 900_000 },
  },
};
const changed = () => screen.findByRole('region', { name: 'Changed lines' });

describe('a call whose text is not kept', () => {
  it('is read when its card is opened, which opens once it is whole, with its counts', async () => {
    const { server, id, line, tell } = open(edit, { input: raw, output: output('updated') });
    expect(server.calls('sessions.toolCall')).toEqual([]);
    fireEvent.click(line());
    expect([line().getAttribute('aria-expanded'), screen.queryByRole('region')]).toEqual(['true', null]);
    expect(server.calls('sessions.toolCall')).toMatchObject([{ id: session, call_id: id }]);
    tell();
    expect((await changed()).textContent).toBe(' one−two+2+3');
    expect(line().textContent).toContain('+2−1');
    fireEvent.click(line());
    expect(screen.queryByRole('region')).toBeNull();
    expect(line().textContent).toContain('+2−1');
  });

  it('that was seen as it happened stays as it was seen', async () => {
    const { server, line, draw } = open({ tool: 'Edit', input: raw, call: null }, null);
    fireEvent.click(line());
    const before = (await changed()).textContent;
    draw({ tool: 'Edit', input: kept, call: null });
    expect((await changed()).textContent).toBe(before);
    draw(edit);
    expect((await changed()).textContent).toBe(before);
    expect(server.calls('sessions.toolCall')).toEqual([]);
  });

  it('that failed says why, also when it was seen as it happened', async () => {
    const { line, tell, draw } = open(
      { tool: 'Edit', input: raw, call: null },
      { input: raw, output: output('No such text') },
    );
    fireEvent.click(line());
    draw({ ...edit, call: { ...edit.call, success: false } });
    await changed();
    tell();
    expect(await screen.findByText('No such text')).toBeDefined();
    await changed();
  });

  it.each([
    ['neither has it', null, /in neither Claude’s transcript nor our archive/],
    ['it is too large', { input: null, output: output('made') }, /larger than 5 MB/],
    ['only a copy without secrets is there', { input: kept, output: null }, /in neither Claude’s transcript/],
  ] as const)('says so when %s', async (_, answer, words) => {
    const { line, tell } = open(edit, answer);
    fireEvent.click(line());
    tell();
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('an output that is kept in part', () => {
  it('is read whole on demand', async () => {
    const { server, id, line, tell } = open(bash, { input: {}, output: output('1\n2\n3\n4') });
    fireEvent.click(line());
    expect(server.calls('sessions.toolCall')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(document.querySelector('pre')?.textContent).toBe('1\n2');
    expect(server.calls('sessions.toolCall')).toMatchObject([{ call_id: id }]);
    tell();
    expect(await screen.findByText('All 4 lines')).toBeDefined();
    expect(document.querySelector('pre')?.textContent).toBe('1\n2\n3\n4');
    fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(document.querySelector('pre')?.textContent).toBe('1\n2');
  });

  it('says when it is still not all, or when the rest is gone', async () => {
    const cut = output('1\n2\n3', { bytes: 7_340_032, is_cut: true });
    const long = open(bash, { input: {}, output: cut });
    fireEvent.click(long.line());
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    long.tell();
    expect(await screen.findByText(/^first 5 B of 7\.0 MB$/)).toBeDefined();
  });

  it('says when the rest is gone', async () => {
    const gone = open(bash, null);
    fireEvent.click(gone.line());
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    gone.tell();
    expect(await screen.findByText(/rest is in neither Claude’s transcript nor our archive/)).toBeDefined();
    expect(document.querySelector('pre')?.textContent).toBe('1\n2');
  });
});
