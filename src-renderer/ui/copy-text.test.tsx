import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { copyText } from './copy-text';
import { useToastStore } from './toast-store';

function clipboardThat(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
}
const said = () => useToastStore.getState().toasts.map(({ title }) => title);

beforeEach(() => useToastStore.setState({ toasts: [] }));

it('says what was copied once it is', async () => {
  const copied: string[] = [];
  clipboardThat(async (text) => void copied.push(text));
  await copyText('tide-3qa', 'Id copied');
  expect([copied, said()]).toEqual([['tide-3qa'], ['Id copied']]);
});

it('says so when the clipboard is refused, or is not there at all', async () => {
  await copyText('tide-3qa', 'Id copied');
  clipboardThat(() => Promise.reject(new DOMException('not focused', 'NotAllowedError')));
  await copyText('tide-3qa', 'Id copied');
  expect(new Set(said())).toEqual(new Set(['The clipboard is not open to this window']));
});
