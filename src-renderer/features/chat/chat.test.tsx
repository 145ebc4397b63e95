import type { LiveView } from '@domain/session/live';
import { noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { SettingsPatch } from '@domain/settings';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setActions } from '../../app/keymap/action-store';
import { KeyHandler } from '../../app/keymap/KeyHandler';
import { AppInfoProvider } from '../../app/state/app-info';
import { FIRST_LAYOUT, useLayoutState } from '../../app/state/layout';
import { awaitFocus } from '../../app/state/window';
import { createClient } from '../../bridge/client';
import { BridgeProvider, replace, useStream } from '../../bridge/react';
import { createFakeServer } from '../../testing/fake-server';
import { info, settingsState } from '../../testing/render-app';
import { useToastStore } from '../../ui/toast-store';
import { ChatPanel } from './ChatPanel';
import { PERMISSION_ACTIONS } from './permission-actions';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e' as Session['id'];
const at = '2026-11-16T10:00:00.000Z';
const session = { id, status: 'active', cwd: '/p', prompt: '', metadata: {} } as unknown as Session;
const working: LiveView = { ...noLiveView, has_process: true, status: 'busy' };
const ask = { id: 'k', tool: 'Bash', input: { command: 'rm -rf build' }, rules: [] };
const patient = { timeout: 20_000 };

// jsdom measures nothing, and a list without a height draws no rows.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  useLayoutState.setState({ project: null, layout: FIRST_LAYOUT });
  setActions('permissions', PERMISSION_ACTIONS);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** As the window does: nothing is drawn before the settings are there. */
function WithSettings({ children }: { children: ReactNode }) {
  return useStream('settings.watch', {}, replace).value === null ? null : children;
}

type Shown = { readonly settings?: SettingsPatch; readonly session?: Session };

function open(view: LiveView, messages: readonly Message[] = [], of: Shown = {}) {
  const server = createFakeServer();
  server.on('sessions.messages', () => ({
    ok: true,
    value: { messages, next_cursor: null, lines_not_understood: 0 },
  }));
  for (const name of ['prompt', 'interrupt', 'answerPermission'])
    server.on(`sessions.${name}`, () => ({ ok: true, value: null }));
  server.on('sessions.takeBackPrompt', () => ({ ok: true, value: { text: 'then lint', images: [] } }));
  server.snapshot('settings.watch', settingsState(of.settings ?? {}));
  server.snapshot('sessions.live', view);
  const client = createClient(server.transport);
  const shown = render(
    <AppInfoProvider info={info}>
      <BridgeProvider client={client}>
        <WithSettings>
          <KeyHandler />
          <ChatPanel session={of.session ?? session} />
        </WithSettings>
      </BridgeProvider>
    </AppInfoProvider>,
  );
  return { server, ...shown };
}

const prompt = () => screen.findByRole('textbox', { name: 'Prompt' }, patient);

describe('the chat', () => {
  it('shows hostile text and nothing more', async () => {
    const text = '<img src=x onerror="window.hurt = 1"> [x](javascript:hurt()) <script>hurt()</script>';
    const messages: Message[] = [
      { id: 'u', role: 'user', content: [{ type: 'text', text }], timestamp: at },
      { id: 'm', role: 'assistant', content: [{ type: 'text', text }], timestamp: at },
    ];
    const { container } = open(noLiveView, messages);
    expect(await screen.findAllByText(/<img src=x/, {}, patient)).toHaveLength(2);
    expect(container.querySelector('img, script, a, [onerror]')).toBeNull();
  });

  it('of a session that was just begun has the next key, once', async () => {
    awaitFocus(id);
    const first = open(working);
    expect(await prompt()).toBe(document.activeElement);
    first.unmount();
    open(working);
    expect(await prompt()).not.toBe(document.activeElement);
  });

  it('of a session that was just begun leaves the focus to who acts meanwhile, and to another session', async () => {
    awaitFocus(id);
    fireEvent.pointerDown(document.body);
    const first = open(working);
    expect(await prompt()).not.toBe(document.activeElement);
    first.unmount();
    awaitFocus('another');
    open(working);
    expect(await prompt()).not.toBe(document.activeElement);
  });

  it('Enter sends, Shift+Enter does not, Esc stops the turn, and what was sent is gone from the field', async () => {
    const { server } = open(working);
    const field = await prompt();
    fireEvent.change(field, { target: { value: 'run the tests' } });
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    expect(server.calls('sessions.prompt')).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter' });
    await vi.waitFor(() => expect(field).toHaveProperty('value', ''), patient);
    expect(server.calls('sessions.prompt')).toMatchObject([{ id, text: 'run the tests' }]);
    fireEvent.keyDown(field, { key: 'Escape' });
    await vi.waitFor(() => expect(server.calls('sessions.interrupt')).toHaveLength(1), patient);
  });

  it('a draft starts in the permission mode it was kept with, unless another is chosen here', async () => {
    const kept = { ...session, status: 'draft', metadata: { permission_mode: 'plan' } } as Session;
    const { server } = open(noLiveView, [], { session: kept });
    server.on('sessions.start', () => ({ ok: true, value: kept }));
    const begin = async (text: string) => {
      fireEvent.change(await prompt(), { target: { value: text } });
      fireEvent.keyDown(await prompt(), { key: 'Enter' });
    };
    await begin('dig');
    await vi.waitFor(() => expect(server.calls('sessions.start')).toHaveLength(1), patient);
    fireEvent.click(screen.getByRole('button', { name: 'Plan first' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Accept edits' }, patient));
    await begin('dig');
    await vi.waitFor(() => expect(server.calls('sessions.start')).toHaveLength(2), patient);
    const modes = server.calls('sessions.start') as readonly { permission_mode: string }[];
    expect(modes.map(({ permission_mode }) => permission_mode)).toEqual(['plan', 'acceptEdits']);
  });

  it('one that waits in its terminal is not said to work', async () => {
    const { server } = open({ ...working, status: 'waiting' });
    expect(await screen.findByText('waits for your answer in its terminal', {}, patient)).toBeDefined();
    act(() => server.publish('sessions.live', { type: 'permission-asked', request: ask }));
    expect(await screen.findByText('waits for your answer', {}, patient)).toBeDefined();
  });

  it('while the model does not answer it says so, until it does', async () => {
    const retry = { attempt: 2, max_attempts: 10, retry_in_ms: 500, http_status: 529 };
    const { server } = open({ ...working, retry });
    const words = 'got no answer from the model (529), asks again, try 2 of 10';
    const said = await screen.findByText(words, {}, patient);
    act(() => server.publish('sessions.live', { type: 'text', message_id: 'm', block: 0, text: 'Here.' }));
    await vi.waitFor(() => expect(said.textContent).toMatch(/^working/), patient);
  });

  it('what works on in the background is told after the turn, until it has ended', async () => {
    const task = { id: 't', kind: 'local_bash', description: 'npm run dev' };
    const { server } = open({ ...working, status: 'idle', tasks: [task] });
    const said = await screen.findByText('1 task in the background', {}, patient);
    act(() => server.publish('sessions.live', { type: 'tasks', tasks: [] }));
    await vi.waitFor(() => expect(said.isConnected).toBe(false), patient);
  });

  it('a prompt that was taken into the running turn says so, and a compaction what it saved', async () => {
    const text = [{ type: 'text' as const, text: 'and the gate' }];
    const details = { tokens_before: 155_000, tokens_after: 12_000 };
    const messages: Message[] = [
      { id: 'a', role: 'user', content: text, timestamp: at, is_absorbed: true },
      { id: 'c', role: 'system', notice: 'compacted', content: [], timestamp: at, details },
    ];
    open(noLiveView, messages);
    expect(await screen.findByText(/taken into the turn that was running/, {}, patient)).toBeDefined();
    expect(screen.getByText(/^155k → 12k tokens/)).toBeDefined();
  });

  it.each(['before', 'after'])(
    'a prompt that is taken %s somebody looks again is in the field no more',
    async (when) => {
      const { server, unmount } = open(working);
      let take = () => {};
      const taken = new Promise<void>((resolve) => {
        take = resolve;
      });
      server.on('sessions.prompt', () => taken.then(() => ({ ok: true, value: null })));
      fireEvent.change(await prompt(), { target: { value: 'dig' } });
      fireEvent.keyDown(await prompt(), { key: 'Enter' });
      await vi.waitFor(() => expect(server.calls('sessions.prompt')).toHaveLength(1), patient);
      unmount();
      if (when === 'before') await act(async () => take());
      open(working);
      const field = await prompt();
      if (when === 'after') {
        expect(field).toHaveProperty('value', 'dig');
        await act(async () => take());
      }
      await vi.waitFor(() => expect(field).toHaveProperty('value', ''), patient);
    },
  );

  it('a picture that a tool answered with is shown, read when its card is opened', async () => {
    const input = { file_path: '/p/bed.png' };
    const read = { id: 'call', tool: 'Read', input, output: '[image]', success: true, images: 1 };
    const use = { type: 'tool_use' as const, id: 'call', tool: 'Read', input };
    const { server } = open(noLiveView, [
      { id: 'm', role: 'assistant', content: [use], timestamp: at, tool_calls: [read] },
    ]);
    const picture = { media_type: 'image/png', data: 'AQID' };
    server.on('sessions.picture', () => ({ ok: true, value: { picture } }));
    const line = await screen.findByRole('button', { name: /bed\.png.*1 picture/ }, patient);
    expect(server.calls('sessions.picture')).toEqual([]);
    fireEvent.click(line);
    const shown = await screen.findByRole('img', { name: 'Attachment 1' }, patient);
    expect(shown.getAttribute('src')).toBe('data:image/png;base64,AQID');
    expect(server.calls('sessions.picture')).toMatchObject([{ id, message_id: 'call', index: 0 }]);
    expect(screen.queryByText('[image]')).toBeNull();
  });

  it('a refused prompt stays in the field', async () => {
    const { server } = open(working);
    server.on('sessions.prompt', () => ({ ok: false, error: { code: 'no-process' } }));
    const field = await prompt();
    fireEvent.change(field, { target: { value: 'keep me' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await vi.waitFor(() => expect(server.calls('sessions.prompt')).toHaveLength(1), patient);
    expect(field).toHaveProperty('value', 'keep me');
  });

  it('a queued prompt is taken back into the field', async () => {
    const { server } = open({ ...working, queue: [{ id: 'q', text: 'then lint' }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit the queued prompt' }, patient));
    const field = await prompt();
    await vi.waitFor(() => expect(field).toHaveProperty('value', 'then lint'), patient);
    expect(server.calls('sessions.takeBackPrompt')).toMatchObject([{ prompt_id: 'q' }]);
  });

  it('a queued prompt is removed, or sent now', async () => {
    const { server } = open({ ...working, queue: [{ id: 'q', text: 'then lint' }] });
    server.on('sessions.sendNow', () => ({ ok: true, value: null }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send now' }, patient));
    await vi.waitFor(
      () => expect(server.calls('sessions.sendNow')).toMatchObject([{ prompt_id: 'q' }]),
      patient,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Remove the queued prompt' }));
    await vi.waitFor(() => expect(server.calls('sessions.takeBackPrompt')).toHaveLength(1), patient);
    expect(await prompt()).toHaveProperty('value', '');
  });

  it('what was said before is recalled by key', async () => {
    const said = (key: string, text: string): Message => ({
      id: key,
      role: 'user',
      content: [{ type: 'text', text }],
      timestamp: at,
    });
    open(working, [said('a', 'dig'), said('b', 'water')]);
    await screen.findByText('water', {}, patient);
    const field = (await prompt()) as HTMLTextAreaElement;
    // From the beginning of a text to what was said before it, from its end to what was said after.
    const steps = [
      { key: 'ArrowUp', from: 0, to: 'water' },
      { key: 'ArrowUp', from: 5, to: 'water' },
      { key: 'ArrowUp', from: 0, to: 'dig' },
      { key: 'ArrowDown', from: 3, to: 'water' },
    ];
    for (const { key, from, to } of steps) {
      field.setSelectionRange(from, from);
      fireEvent.keyDown(field, { key });
      await vi.waitFor(() => expect(field.value).toBe(to), patient);
    }
  });

  it('a command is completed after /', async () => {
    const { server } = open(working);
    const command = (name: string) => ({ name, description: '', source: 'claude' as const });
    server.on('sessions.commands', () => ({
      ok: true,
      value: { commands: [command('clear'), command('compact')] },
    }));
    const field = await prompt();
    fireEvent.change(field, { target: { value: '/com', selectionStart: 4 } });
    const list = await screen.findByRole('listbox', { name: 'Commands' }, patient);
    expect(list.textContent).toBe('/compact');
    fireEvent.keyDown(field, { key: 'Tab' });
    await vi.waitFor(() => expect(field).toHaveProperty('value', '/compact '), patient);
  });

  it('a dropped picture goes along; a dropped file is named by its place', async () => {
    open(working);
    const field = await prompt();
    const drop = (files: readonly File[], list: string) =>
      fireEvent.drop(field, { dataTransfer: { files, getData: () => list } });
    drop([new File([new Uint8Array([1, 2, 3])], 'shot.png', { type: 'image/png' })], '');
    expect(await screen.findByRole('img', { name: 'shot.png' }, patient)).toBeDefined();
    drop([], 'file:///p/notes.md');
    await vi.waitFor(() => expect(field).toHaveProperty('value', '@/p/notes.md '), patient);
  });

  it('in the desktop app a file from anywhere is named by its place', async () => {
    const pathOf = (file: File) => (file.name === 'made up.txt' ? '' : `/home/ada/my notes/${file.name}`);
    Object.assign(window, { beadsBridge: { pathOf } });
    onTestFinished(() => void Reflect.deleteProperty(window, 'beadsBridge'));
    const { server } = open(working);
    server.on('sessions.files', () => ({ ok: true, value: { files: [], is_complete: true } }));
    const field = await prompt();
    const paste = (name: string) =>
      fireEvent.paste(field, { clipboardData: { files: [new File(['x'], name, { type: 'text/plain' })] } });
    paste('tides.csv');
    await vi.waitFor(
      () => expect(field).toHaveProperty('value', '@"/home/ada/my notes/tides.csv" '),
      patient,
    );
    paste('made up.txt');
    await vi.waitFor(
      () =>
        expect(useToastStore.getState().toasts.map(({ title }) => title)).toContain(
          'Where made up.txt lies is not told to this window.',
        ),
      patient,
    );
  });

  it.each([
    ['pty', 'Claude waits for your answer, here or in its terminal.'],
    ['stream', 'Claude waits for your answer.'],
  ] as const)('a question in the %s seat says where it can be answered', async (seat, words) => {
    open({ ...working, seat, status: 'waiting', permissions: [ask] });
    expect(await screen.findByText(words, {}, patient)).toBeDefined();
  });

  it('a question takes no focus, ignores early keys, and is answered once by a key', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { server } = open({ ...working, status: 'waiting', permissions: [ask] });
    const card = await screen.findByRole('group', { name: 'Claude asks to run a command' }, patient);
    expect(card.contains(document.activeElement)).toBe(false);
    expect(card.textContent).toContain('rm -rf build');
    act(() => card.focus());
    fireEvent.keyDown(card, { key: 'y' });
    expect(server.calls('sessions.answerPermission')).toEqual([]);
    now += 500;
    fireEvent.keyDown(card, { key: 'y' });
    fireEvent.keyDown(card, { key: 'y' });
    await vi.waitFor(() => expect(server.calls('sessions.answerPermission')).toHaveLength(1), patient);
    expect(server.calls('sessions.answerPermission')).toMatchObject([
      { id, permission_id: 'k', answer: { behavior: 'allow', always: false } },
    ]);
    act(() => server.publish('sessions.live', { type: 'permission-settled', id: 'k' }));
    await vi.waitFor(() => expect(card.isConnected).toBe(false), patient);
  });

  it('a question is answered by the keys a person gave it, which its buttons show', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { server } = open({ ...working, status: 'waiting', permissions: [ask] }, [], {
      settings: { keys: { 'permission.allow': 'z' } },
    });
    const card = await screen.findByRole('group', { name: 'Claude asks to run a command' }, patient);
    expect([...card.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['Z', 'N']);
    act(() => card.focus());
    now += 500;
    fireEvent.keyDown(card, { key: 'y' });
    fireEvent.keyDown(card, { key: 'n' });
    const line = await screen.findByRole('textbox', { name: 'What Claude should do instead' }, patient);
    fireEvent.keyDown(line, { key: 'z' });
    expect(server.calls('sessions.answerPermission')).toEqual([]);
    act(() => card.focus());
    fireEvent.keyDown(card, { key: 'z' });
    await vi.waitFor(() => expect(server.calls('sessions.answerPermission')).toHaveLength(1), patient);
  });

  it('a file is completed after @, without sending anything', async () => {
    const { server } = open(working);
    server.on('sessions.files', () => ({
      ok: true,
      value: { files: ['src/tide.ts', 'tide.md'], is_complete: true },
    }));
    const field = await prompt();
    fireEvent.change(field, { target: { value: 'look at @ti', selectionStart: 11 } });
    const list = await screen.findByRole('listbox', { name: 'Files' }, patient);
    expect(list.textContent).toContain('src/tide.ts');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    await vi.waitFor(() => expect(field).toHaveProperty('value', 'look at @tide.md '), patient);
    expect(server.calls('sessions.prompt')).toEqual([]);
    await vi.waitFor(() => expect(list.isConnected).toBe(false), patient);
  });

  it('a pasted picture goes along with the prompt, and stays when it was not sent', async () => {
    const { server } = open(working);
    server.on('sessions.prompt', () => ({ ok: false, error: { code: 'no-process' } }));
    const field = await prompt();
    const picture = new File([new Uint8Array([1, 2, 3])], 'shot.png', { type: 'image/png' });
    fireEvent.paste(field, { clipboardData: { files: [picture] } });
    expect((await screen.findByRole('img', { name: 'shot.png' }, patient)).getAttribute('src')).toBe(
      'data:image/png;base64,AQID',
    );
    fireEvent.change(field, { target: { value: 'what is this?' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await vi.waitFor(() => expect(server.calls('sessions.prompt')).toHaveLength(1), patient);
    expect(server.calls('sessions.prompt')).toMatchObject([
      { text: 'what is this?', images: [{ media_type: 'image/png', data: 'AQID' }] },
    ]);
    expect(screen.getByRole('img', { name: 'shot.png' })).toBeDefined();
  });

  const asking = (request: object) =>
    open({ ...working, status: 'waiting', permissions: [{ ...ask, ...request }] });
  const answers = async (server: ReturnType<typeof open>['server']) => {
    await vi.waitFor(() => expect(server.calls('sessions.answerPermission')).toHaveLength(1), patient);
    return (server.calls('sessions.answerPermission') as { answer: unknown }[])[0]?.answer;
  };

  it('always says the rule it will add, and adds it', async () => {
    const { server } = asking({ rules: ['Bash(rm -rf build)'] });
    fireEvent.click(
      await screen.findByRole('button', { name: /^Always allow Bash\(rm -rf build\)/ }, patient),
    );
    expect(await answers(server)).toEqual({ behavior: 'allow', always: true });
  });

  it('what was edited is what is allowed', async () => {
    const { server } = asking({});
    fireEvent.click(await screen.findByRole('button', { name: 'Edit…' }, patient));
    const editor = screen.getByRole('textbox', { name: 'What is allowed instead' });
    expect(editor).toHaveProperty('value', 'rm -rf build');
    fireEvent.change(editor, { target: { value: 'ls build' } });
    expect(screen.queryByRole('button', { name: /^Always/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Allow as edited/ }));
    expect(await answers(server)).toEqual({
      behavior: 'allow',
      always: false,
      input: { command: 'ls build' },
    });
  });

  it('is denied with a message', async () => {
    const { server } = asking({});
    fireEvent.click(await screen.findByRole('button', { name: /^Deny…/ }, patient));
    const line = screen.getByRole('textbox', { name: 'What Claude should do instead' });
    fireEvent.change(line, { target: { value: 'keep it' } });
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(await answers(server)).toEqual({ behavior: 'deny', message: 'keep it' });
  });

  it('Esc leaves the field of an answer, and does not stop the turn', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { server } = asking({});
    fireEvent.click(await screen.findByRole('button', { name: /^Deny…/ }, patient));
    now += 500;
    const line = screen.getByRole('textbox', { name: 'What Claude should do instead' });
    fireEvent.keyDown(line, { key: 'Escape' });
    expect(screen.queryByRole('textbox', { name: 'What Claude should do instead' })).toBeNull();
    const card = screen.getByRole('group', { name: /^Claude asks to/ });
    expect(document.activeElement).toBe(card);
    fireEvent.click(screen.getByRole('button', { name: 'Edit…' }));
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'What is allowed instead' }), { key: 'Escape' });
    expect(screen.queryByRole('textbox', { name: 'What is allowed instead' })).toBeNull();
    expect(server.calls('sessions.interrupt')).toHaveLength(0);
    fireEvent.keyDown(card, { key: 'Escape' });
    await vi.waitFor(() => expect(server.calls('sessions.interrupt')).toHaveLength(1), patient);
  });

  it('a plan is read as a text and approved, or sent back', async () => {
    const { server } = asking({ tool: 'ExitPlanMode', input: { plan: '## First\n\n- **dig**' } });
    const card = await screen.findByRole('group', { name: 'Claude asks to go on with its plan' }, patient);
    expect(card.querySelector('strong')?.textContent).toBe('dig');
    expect(screen.getByRole('button', { name: /^Keep planning…/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Go on with this plan/ }));
    expect(await answers(server)).toEqual({ behavior: 'allow', always: false });
  });

  it('a question is answered by a choice or in own words', async () => {
    const questions = [
      { question: 'Which bed?', options: [{ label: 'Left' }, { label: 'Right' }] },
      { question: 'What grows?', options: [{ label: 'Peas' }, { label: 'Beans' }] },
    ];
    const { server } = asking({ tool: 'AskUserQuestion', input: { questions } });
    fireEvent.click(await screen.findByRole('radio', { name: 'Right' }, patient));
    fireEvent.click(screen.getByRole('radio', { name: 'Peas' }));
    const own = screen.getByRole('textbox', { name: 'Your own answer to: What grows?' });
    fireEvent.change(own, { target: { value: 'Leeks' } });
    fireEvent.click(screen.getByRole('button', { name: /^Answer/ }));
    expect(await answers(server)).toEqual({
      behavior: 'allow',
      always: false,
      input: { questions, answers: { 'Which bed?': 'Right', 'What grows?': 'Leeks' } },
    });
  });

  it('a question goes with its turn', async () => {
    const { server } = asking({});
    const card = await screen.findByRole('group', { name: 'Claude asks to run a command' }, patient);
    act(() => server.publish('sessions.live', { type: 'turn-ended', interrupted: true, error: null }));
    await vi.waitFor(() => expect(card.isConnected).toBe(false), patient);
  });
});
