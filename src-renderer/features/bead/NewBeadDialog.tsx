import type { BeadId } from '@domain/ids';
import { useMemo, useRef, useState } from 'react';
import { openPanel } from '../../app/state/layout';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { TextArea } from '../../ui/TextArea';
import { TrustDialog } from '../project';
import { beadSentences } from './bead-errors';
import { Failure } from './FieldNotes';
import styles from './NewBeadDialog.module.css';
import { EMPTY_DRAFT, isDraftEmpty, type NewBeadDraft, readDraft } from './new-bead.logic';
import { SelectField } from './SelectField';
import { useBeads } from './use-beads';

const TYPES = ['task', 'bug', 'feature', 'chore', 'epic'];
const PRIORITIES = [0, 1, 2, 3, 4];

type Refusal = { readonly words: Sentences; readonly needsTrust: boolean };

/** `argument`: the id of a parent, or nothing. */
export function NewBeadDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const beads = useBeads().value?.beads;
  const create = useCommand('beads.create');
  const [draft, setDraft] = useState<NewBeadDraft>({ ...EMPTY_DRAFT, parent: argument });
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [isTrusting, setTrusting] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const read = useMemo(() => readDraft(draft, new Set(beads?.map(({ id }) => id))), [draft, beads]);
  const errors = isTried && !read.ok ? read.error : {};
  const set = (patch: Partial<NewBeadDraft>) => setDraft((last) => ({ ...last, ...patch }));
  const leave = () => {
    if (isDraftEmpty({ ...draft, parent: draft.parent === argument ? '' : draft.parent }) || isLeaving)
      close();
    else setLeaving(true);
  };
  const make = async () => {
    setTried(true);
    setLeaving(false);
    if (!read.ok)
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: false }),
      );
    if (project === null || !read.ok || create.isRunning) return;
    const result = await create.run({ project: project.path, bead: read.value });
    if (!result.ok) {
      setFailure({
        words: beadSentences(result.error),
        needsTrust: result.error.code === 'tracker-untrusted',
      });
      return;
    }
    close();
    openPanel({ id: 'bead', argument: result.value.id as BeadId });
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title="New bead"
      onSubmit={() => void make()}
      failure={
        failure !== null && (
          <Failure
            of={failure.words}
            actions={
              failure.needsTrust && (
                <Button size="s" onClick={() => setTrusting(true)}>
                  Trust this project…
                </Button>
              )
            }
          />
        )
      }
      footerNote={isLeaving ? <span role="alert">What you wrote would be lost.</span> : null}
      footer={
        isLeaving ? (
          <>
            <Button onClick={() => setLeaving(false)}>Keep writing</Button>
            <Button variant="danger" onClick={close}>
              Drop it
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" isLoading={create.isRunning} loadingLabel="Creating…">
              Create bead
            </Button>
          </>
        )
      }
    >
      <div ref={body} className={styles['newBead']}>
        <Field
          label="Title"
          value={draft.title}
          error={errors.title ?? null}
          placeholder="What is to be done"
          onChange={(event) => set({ title: event.target.value })}
        />
        <div className={styles['pair']}>
          <SelectField
            label="Type"
            value={draft.type}
            choices={TYPES.map((value) => ({ value, label: value }))}
            onChange={(type) => set({ type })}
          />
          <SelectField
            label="Priority"
            value={draft.priority}
            choices={PRIORITIES.map((value) => ({ value: String(value), label: `P${value}` }))}
            onChange={(priority) => set({ priority })}
          />
        </div>
        <TextArea
          label="Description"
          rows={4}
          value={draft.description}
          hint="Markdown. Why it matters, and how one knows it is done."
          onChange={(event) => set({ description: event.target.value })}
        />
        <div className={styles['pair']}>
          <Field
            label="Labels"
            value={draft.labels}
            error={errors.labels ?? null}
            placeholder="core, web"
            onChange={(event) => set({ labels: event.target.value })}
          />
          <Field
            label="Assignee"
            value={draft.assignee}
            error={errors.assignee ?? null}
            onChange={(event) => set({ assignee: event.target.value })}
          />
        </div>
        <div className={styles['pair']}>
          <Field
            label="Parent"
            isMono
            value={draft.parent}
            error={errors.parent ?? null}
            placeholder="tide-3qa"
            onChange={(event) => set({ parent: event.target.value })}
          />
          <Field
            label="Waits for"
            isMono
            value={draft.blockedBy}
            error={errors.blockedBy ?? null}
            placeholder="tide-4kq, tide-9fd"
            onChange={(event) => set({ blockedBy: event.target.value })}
          />
        </div>
        <details className={styles['moreFields']}>
          <summary>More</summary>
          <TextArea
            label="Design"
            rows={3}
            value={draft.design}
            onChange={(event) => set({ design: event.target.value })}
          />
          <TextArea
            label="Acceptance criteria"
            rows={3}
            value={draft.acceptance}
            onChange={(event) => set({ acceptance: event.target.value })}
          />
          <div className={styles['pair']}>
            <Field
              label="Estimate"
              value={draft.estimate}
              error={errors.estimate ?? null}
              placeholder="1h 30m"
              onChange={(event) => set({ estimate: event.target.value })}
            />
            <Field
              label="Due"
              type="datetime-local"
              value={draft.due}
              onChange={(event) => set({ due: event.target.value })}
            />
          </div>
        </details>
      </div>
      {isTrusting && (
        <TrustDialog
          argument=""
          close={() => {
            setTrusting(false);
            setFailure(null);
          }}
        />
      )}
    </Dialog>
  );
}
