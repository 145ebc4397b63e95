import { type RefObject, useLayoutEffect } from 'react';

/**
 * The focus for a field that takes the place of what had it while one waited. In the same step: the library under our
 * dialogs sees the focus fall to nobody, takes it for the dialog, and once more a frame later. Who went elsewhere in the
 * dialog meanwhile stays there.
 */
export function useFirstFocus(field: RefObject<HTMLInputElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const dialog = field.current?.closest('[role="dialog"]');
    const { activeElement } = document;
    const isElsewhere = dialog?.contains(activeElement) === true && activeElement !== dialog;
    if (isThere && !isElsewhere) field.current?.focus();
  }, [field, isThere]);
}
