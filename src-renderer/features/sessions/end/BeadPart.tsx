import { Checkbox } from '../../../ui/Checkbox';
import { Notice } from '../../../ui/Notice';
import { TextArea } from '../../../ui/TextArea';
import { beadSentences, statusWord } from '../../bead';
import type { EndPartProps } from './end-form.logic';

/** Where the bead goes, and what is written into it. */
export function BeadPart({ plan, form, change }: EndPartProps) {
  const { bead, bead_problem } = plan;
  if (bead_problem !== null) {
    const { happened, safe, next, details } = beadSentences(bead_problem);
    return (
      <Notice tone="waiting" title={happened} details={details}>
        {safe} {next} The session can end all the same; nothing is written to the bead.
      </Notice>
    );
  }
  if (bead === null) return null;
  const { move } = bead;
  return (
    <>
      {move === null ? (
        <p>
          {bead.id} stays {statusWord(bead.status).toLowerCase()}.
        </p>
      ) : (
        <Checkbox
          label={`Move ${bead.id} to ${statusWord(move.status).toLowerCase()}`}
          hint={
            move.needs_adding
              ? 'The tracker does not know this status yet: it is added.'
              : `“${bead.title}” is ${statusWord(bead.status).toLowerCase()} now.`
          }
          isChecked={form.isMoving}
          onChange={(isMoving) => change({ isMoving })}
        />
      )}
      <TextArea
        label={`Execution log, added to the notes of ${bead.id}`}
        hint={plan.log === '' ? 'The log of this session is in the notes already.' : undefined}
        rows={Math.min(12, Math.max(4, form.log.split('\n').length))}
        maxLength={200_000}
        value={form.log}
        onChange={(event) => change({ log: event.target.value })}
      />
    </>
  );
}
