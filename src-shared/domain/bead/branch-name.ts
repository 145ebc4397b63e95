import type { Bead } from './record';

const SLUG_LENGTH = 48;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^\/|\/$|^-/;

/** git's own rules (check-ref-format), and no name that looks like an option. */
export function isBranchName(name: string): boolean {
  if (name === '' || name.length > 200 || name === '@' || name === 'HEAD' || FORBIDDEN.test(name))
    return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

function slugOf(text: string, length: number): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > length) break;
    slug = longer;
  }
  return slug === '' ? (words[0] ?? '').slice(0, length) : slug;
}

function partOf(text: string): string {
  const part = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '');
  return part.endsWith('.lock') ? part.replace(/\.lock$/, '-lock') : part;
}

/** `<type>/<id>-<slug>`, whatever the title holds. */
export function suggestBranchName(bead: Pick<Bead, 'id' | 'issue_type' | 'title'>): string {
  const type = slugOf(bead.issue_type, 30) || 'task';
  const id = partOf(bead.id).slice(0, 100) || 'bead';
  const slug = slugOf(bead.title, SLUG_LENGTH);
  const name = partOf(slug === '' ? id : `${id}-${slug}`);
  return `${type}/${name}`;
}
