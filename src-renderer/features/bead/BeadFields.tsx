import type { Bead } from '@domain/bead/record';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { type ReactNode, useMemo, useState } from 'react';
import { openOverlay } from '../../app/state/window';
import { durationWords, exactMoment, momentWords } from '../../app/time-words';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { statusWord } from './bead-words.logic';
import { ChoiceField } from './ChoiceField';
import { FIELD_LABELS, type FieldName } from './fields.logic';
import { LineField } from './LineField';
import { suggestBeads } from './links.logic';

const TYPES = ['task', 'bug', 'feature', 'chore', 'epic'];
const STATUSES = ['open', 'in_progress', 'blocked', 'deferred', 'closed'];
const PRIORITIES = ['critical', 'high', 'medium', 'low', 'some day'].map((word, value) => ({
  value: String(value),
  label: `P${value}, ${word}`,
}));

type BeadFieldsProps = {
  readonly bead: Bead;
  readonly snapshot: BeadsSnapshot;
  readonly bar: string | null;
  readonly parent: Bead | null;
  readonly nowMs: number;
};

const asChoices = (values: Iterable<string>, words: (value: string) => string) =>
  [...values].map((value) => ({ value, label: words(value) }));

export function BeadFields({ bead, snapshot, bar, parent, nowMs }: BeadFieldsProps) {
  const types = useMemo(
    () => asChoices(new Set([...TYPES, ...snapshot.beads.map((each) => each.issue_type)]), (type) => type),
    [snapshot.beads],
  );
  const statuses = asChoices(
    new Set([...STATUSES, ...snapshot.statuses.map(({ name }) => name)]),
    statusWord,
  ).filter(({ value }) => value !== 'tombstone');
  const people = useMemo(
    () =>
      asChoices(
        new Set(snapshot.beads.flatMap((each) => (each.assignee ? [each.assignee] : []))),
        (name) => name,
      ).slice(0, 50),
    [snapshot.beads],
  );
  const [typed, setTyped] = useState('');
  const parents = useMemo(
    () =>
      suggestBeads(snapshot.beads, typed, new Set([bead.id])).map(({ id, title }) => ({
        value: id as string,
        label: title,
      })),
    [snapshot.beads, typed, bead.id],
  );
  const common = { bead, bar };
  const none = <span className={styles['none']}>None</span>;
  const moment = (iso: string | undefined) =>
    iso === undefined ? none : <time title={exactMoment(iso)}>{momentWords(iso, nowMs)}</time>;
  return (
    <dl className={fieldStyles['fields']}>
      <Row field="status">
        <ChoiceField
          {...common}
          field="status"
          choices={statuses}
          onChoose={(status) => {
            if (status === 'closed') openOverlay('close-bead', bead.id);
            return status === 'closed';
          }}
        />
      </Row>
      <Row field="priority">
        <ChoiceField {...common} field="priority" choices={PRIORITIES} />
      </Row>
      <Row field="issue_type">
        <ChoiceField {...common} field="issue_type" choices={types} />
      </Row>
      <Row field="assignee">
        <LineField {...common} field="assignee" suggestions={people}>
          {bead.assignee ?? <span className={styles['none']}>Nobody</span>}
        </LineField>
      </Row>
      <Row field="labels">
        <LineField {...common} field="labels" placeholder="core, web">
          {bead.labels?.length ? bead.labels.join(', ') : none}
        </LineField>
      </Row>
      <Row field="parent">
        <LineField {...common} field="parent" suggestions={parents} onType={setTyped} placeholder="tide-3qa">
          {parent === null ? none : `${parent.id} ${parent.title}`}
        </LineField>
      </Row>
      <Row field="estimated_minutes">
        <LineField {...common} field="estimated_minutes" placeholder="1h 30m">
          {bead.estimated_minutes === undefined ? none : durationWords(bead.estimated_minutes * 60_000)}
        </LineField>
      </Row>
      <Row field="due_at">
        <LineField {...common} field="due_at" type="datetime-local">
          {moment(bead.due_at)}
        </LineField>
      </Row>
      <Row field="defer_until">
        <LineField {...common} field="defer_until" type="datetime-local">
          {moment(bead.defer_until)}
        </LineField>
      </Row>
      <Row field="external_ref">
        <LineField {...common} field="external_ref">
          {bead.external_ref ?? none}
        </LineField>
      </Row>
    </dl>
  );
}

function Row({ field, children }: { field: FieldName; children: ReactNode }) {
  return (
    <div>
      <dt>{FIELD_LABELS[field]}</dt>
      <dd>{children}</dd>
    </div>
  );
}
