import type { BeadStatusInfo } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { ReadyRules } from '@domain/bead/tracker-info';
import { err, ok, type Result } from '@domain/result';
import type { FileStyle } from './file-style';
import type { LineEdit } from './line-editor';

/** What an edit may look at; all of it was read under the lock. */
export type EditContext = {
  readonly beads: readonly Bead[];
  readonly statuses: readonly BeadStatusInfo[];
  /** Built in or configured; those that beads have are known as well. */
  readonly types: readonly string[];
  readonly rules: ReadyRules;
  readonly style: FileStyle;
  readonly nowMs: number;
  readonly actor: string;
  /** Where our claim marker goes. */
  readonly hasMetadata: boolean;
};

/** Decides on one bead. Null: nothing to write, the wish is already so. */
export type DecideEdit = (bead: Bead, context: EditContext) => Result<LineEdit | null, BeadError>;

export function checkStatus(status: string, context: EditContext): Result<void, BeadError> {
  const known = context.statuses.map((one) => one.name);
  return known.includes(status) ? ok(undefined) : err({ code: 'status-unknown', status, known });
}

export function checkType(type: string, context: EditContext): Result<void, BeadError> {
  const known = new Set([...context.types, ...context.beads.map((bead) => bead.issue_type)]);
  if (known.has(type)) return ok(undefined);
  const why = `this project has no type ${type}; it knows ${[...known].join(', ')}`;
  return err({ code: 'bead-invalid', field: 'type', why });
}
