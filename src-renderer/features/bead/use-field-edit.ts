import type { BeadExpectation, BeadPatch } from '@domain/bead/change';
import type { Bead } from '@domain/bead/record';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { beadSentences } from './bead-errors';
import { type FieldName, type FieldValue, fieldOf, isSameValue } from './fields.logic';

/*
 * closed --begin--> editing --save--> saving --ok--> closed
 *                      ^                 |--refused--> editing (with the reason)
 *                      |                 '--somebody else wrote--> conflict --mine--> saving
 *                      '--------go on editing-----------------------'  '----theirs--> closed
 * E1  What was typed stays until it is saved, dropped or given up for theirs.
 * E2  `base` is what the person saw when they began, or theirs once they have seen it.
 */
type Editing<T> = { readonly draft: T; readonly base: FieldValue };
export type FieldConflict = { readonly mine: FieldValue; readonly theirs: FieldValue };

export function useFieldEdit<T>(bead: Bead, field: FieldName) {
  const client = useClient();
  const project = useProject();
  const [editing, setEditing] = useState<Editing<T> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Sentences | null>(null);
  const [conflict, setConflict] = useState<FieldConflict | null>(null);
  const current = fieldOf(bead, field);
  const opener = useRef<HTMLButtonElement>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (editing === null && isLeaving.current) {
      isLeaving.current = false;
      // Gone with the editor, the focus comes back; who went on while it was being saved keeps it.
      if (document.activeElement === document.body) opener.current?.focus();
    }
  }, [editing]);

  const leave = () => {
    isLeaving.current = true;
    setEditing(null);
    setFailure(null);
    setConflict(null);
  };

  const write = async (value: FieldValue, base: FieldValue): Promise<boolean> => {
    if (project === null) return false;
    setSaving(true);
    setFailure(null);
    const common = { project: project.path, id: bead.id };
    const result =
      field === 'status'
        ? await client.call('beads.move', { ...common, status: String(value), from_status: String(base) })
        : await client.call('beads.update', {
            ...common,
            patch: { [field]: value } as BeadPatch,
            expected: { [field]: base } as BeadExpectation,
          });
    setSaving(false);
    if (result.ok) {
      leave();
      return true;
    }
    if (result.error.code === 'bead-conflict')
      setConflict({ mine: value, theirs: fieldOf(result.error.theirs, field) });
    else setFailure(beadSentences(result.error));
    return false;
  };

  return {
    opener,
    current,
    editing,
    isSaving,
    failure,
    conflict,
    /** Somebody else changed this very field while the editor is open. */
    isChangedElsewhere:
      editing !== null && conflict === null && !isSaving && !isSameValue(editing.base, current),
    begin: (draft: T) => setEditing({ draft, base: current }),
    type: (draft: T) => setEditing((last) => (last === null ? null : { ...last, draft })),
    refuse: setFailure,
    leave,
    save: (value: FieldValue) => {
      const base = editing?.base ?? current;
      if (isSameValue(value, base) && isSameValue(current, base)) {
        leave();
        return Promise.resolve(true);
      }
      return write(value, base);
    },
    keepMine: () => (conflict === null ? Promise.resolve(false) : write(conflict.mine, conflict.theirs)),
    goOn: () => {
      setEditing((last) => (last === null || conflict === null ? last : { ...last, base: conflict.theirs }));
      setConflict(null);
    },
  };
}
