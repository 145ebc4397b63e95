import { type RefObject, useEffect } from 'react';

const MOST_FRAMES = 30;

/**
 * The focus for a field that comes while its dialog opens. Whoever else gives the focus away in these frames (the dialog
 * itself, the one before it that closes) chose before the field was there; a person who went elsewhere in the form stays.
 */
export function useFirstFocus(field: RefObject<HTMLInputElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    let left = MOST_FRAMES;
    let frame = 0;
    const look = () => {
      const { current } = field;
      const isElsewhere = current?.form?.contains(document.activeElement) !== true;
      if (current !== null && isElsewhere) current.focus();
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [field, isThere]);
}
