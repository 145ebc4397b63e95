import { readColumns } from '@domain/bead/columns';
import { useRef, useState } from 'react';
import { changeSettings, useSettings, useSettingsEdit } from '../../app/state/settings';
import { commonSentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { useBeads } from '../bead';
import { ColumnRow } from './ColumnRow';
import styles from './ColumnsDialog.module.css';
import { addColumn, type ColumnDraft, draftsOf, moved, readDrafts } from './columns-edit.logic';

const STATUSES = ['open', 'in_progress', 'in_review', 'blocked', 'deferred', 'closed'];

export function ColumnsDialog({ close }: { argument: string; close: () => void }) {
  const client = useClient();
  const settings = useSettings();
  const known = useBeads().value?.statuses ?? [];
  const [drafts, setDrafts] = useState(() => draftsOf(readColumns(settings.board.columns)));
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { columns, problems } = readDrafts(drafts);
  const statuses = [...new Set([...STATUSES, ...known.map(({ name }) => name)])];

  const write = async (next: typeof columns | null, words: string) => {
    await changeSettings(client, settings, { board: { columns: next && [...next] } }, words);
    const { failure: why } = useSettingsEdit.getState();
    if (why === null) close();
    else setFailure(commonSentences(why).happened);
  };
  const save = () => {
    setTried(true);
    if (problems.length === 0) void write(columns, 'Columns changed');
  };
  const change = (id: string, patch: Partial<ColumnDraft>) =>
    setDrafts((all) => all.map((each) => (each.column.id === id ? { ...each, ...patch } : each)));
  const move = (from: number, to: number) => {
    const id = drafts[from]?.column.id;
    setDrafts((all) => moved(all, from, to));
    // The row keeps the focus while it travels, so that the next key moves it on.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-handle="${id ?? ''}"]`)?.focus(),
    );
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="l"
      title="Columns of the board"
      description="For every project. A bead stands in the column that shows its status. Ready beads, blocked beads and deferred beads are the open ones, sorted; everything else is what no column names."
      onSubmit={save}
      footerNote={
        <Button variant="quiet" isFlush onClick={() => void write(null, 'Columns as shipped')}>
          Reset to the shipped ones
        </Button>
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save columns
          </Button>
        </>
      }
    >
      <ol ref={list} className={styles['rows']}>
        {drafts.map((draft, index) => (
          <ColumnRow
            key={draft.column.id}
            draft={draft}
            index={index}
            count={drafts.length}
            statuses={statuses}
            problems={isTried ? problems.filter(({ id }) => id === draft.column.id) : []}
            onChange={(patch) => change(draft.column.id, patch)}
            onMove={(to) => move(index, to)}
            onDrop={(from) => move(from, index)}
            onRemove={() => setDrafts((all) => all.filter((each) => each !== draft))}
          />
        ))}
      </ol>
      <div>
        <Button size="s" variant="quiet" onClick={() => setDrafts(addColumn)}>
          Add a column
        </Button>
      </div>
      {failure !== null && (
        <Notice tone="broken" title={failure} isAnnounced>
          The columns are as they were. Try again.
        </Notice>
      )}
    </Dialog>
  );
}
