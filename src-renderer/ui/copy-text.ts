import { showToast } from './toast-store';

/** Copies and says so. A window without focus, or a strict browser, refuses; then that is said, and nothing else. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done, tone: 'good' });
  } catch {
    const shown = text.length > 200 ? 'Click into the window and try again.' : text;
    showToast({ title: 'The clipboard is not open to this window', text: shown });
  }
}
