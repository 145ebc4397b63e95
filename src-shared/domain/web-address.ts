import { z } from 'zod';

/** An address that a browser opens: nothing that a program on this machine could take for a command or a file. */
export function isWebAddress(text: string): boolean {
  return text.length <= 4096 && /^https?:\/\/[^\s\\]+$/i.test(text) && !hasControls(text);
}

export const WebAddress = z.string().refine(isWebAddress, 'not a web address');

function hasControls(text: string): boolean {
  return [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
  });
}
