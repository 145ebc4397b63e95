const ATTRIBUTE = 'data-typed-into';

/**
 * Says at the root of the window that a terminal has the keys. What moves without end stands still meanwhile: as long as
 * anything moves, Chromium holds what arrives after a key until the next frame is drawn, and the letter that comes back
 * is seen a frame later.
 */
export function sayTypedInto(root: HTMLElement, field: HTMLElement): () => void {
  const begin = () => root.setAttribute(ATTRIBUTE, '');
  const end = () => root.removeAttribute(ATTRIBUTE);
  field.addEventListener('focus', begin);
  field.addEventListener('blur', end);
  return () => {
    field.removeEventListener('focus', begin);
    field.removeEventListener('blur', end);
    // One that goes away with the keys loses them unsaid.
    if (field === field.ownerDocument.activeElement) end();
  };
}
