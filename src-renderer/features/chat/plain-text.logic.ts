// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what it is about
const ESCAPES =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[P^_X][^\u001b]*(?:\u001b\\|$)|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above
const UNSEEN = /[\u0080-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** What a program printed, as text: its colours and titles are taken away, other controls are shown as signs. */
export function plainOutput(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ESCAPES, '').replace(CONTROLS, sign);
}

function sign(control: string): string {
  const code = control.charCodeAt(0);
  return code === 0x7f ? '\u2421' : String.fromCharCode(0x2400 + code);
}

/** What is approved is what runs: nothing in it may hide, reorder or vanish. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, sign)
    .replace(UNSEEN, (each) => `⟨U+${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

export type Excerpt = { readonly text: string; readonly shown: number; readonly total: number };

/** The lines a card shows before it is asked for all: the last of a command, the first of anything else. */
export function excerptOf(text: string, from: 'start' | 'end', most = 12): Excerpt {
  const lines = text.replace(/\n$/, '').split('\n');
  const kept = from === 'end' ? lines.slice(-most) : lines.slice(0, most);
  return { text: kept.join('\n'), shown: kept.length, total: lines.length };
}

/** 950 B, 256 KB, 4.1 MB. */
export function bytesWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kb = bytes / 1024;
  return kb < 1024 ? `${Math.round(kb)} KB` : `${(kb / 1024).toFixed(1)} MB`;
}
