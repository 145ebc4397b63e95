import { copyText } from '../ui/copy-text';

/**
 * `hash`: `#/history/…`. In a browser the whole address is copied. Nothing outside the desktop app opens an address of its
 * own, so there it is the place alone. The palette of every window takes either (`readLink`).
 */
export function copyLink(hash: string): void {
  const { protocol, href } = window.location;
  if (/^https?:$/.test(protocol)) void copyText(`${href.split('#')[0] ?? ''}${hash}`, 'Link copied');
  else void copyText(hash, 'Link copied: paste it into the palette');
}
