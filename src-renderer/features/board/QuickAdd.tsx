import { useState } from 'react';
import { useProject } from '../../app/state/project';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { showToast } from '../../ui/toast-store';
import { beadSentences } from '../bead';
import { announce } from './board-state';
import styles from './Column.module.css';

/** A title and Enter; it stays open for the next one, Escape leaves. What was typed stays when it is refused. */
export function QuickAdd({ onDone }: { onDone: () => void }) {
  const project = useProject();
  const create = useCommand('beads.create');
  const [title, setTitle] = useState('');
  const add = async () => {
    if (project === null || title.trim() === '') return;
    const result = await create.run({ project: project.path, bead: { title: title.trim() } });
    if (result.ok) {
      announce(`${result.value.id} was added.`);
      setTitle('');
      return;
    }
    const { happened, safe, next } = beadSentences(result.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
  };
  return (
    <form
      className={styles['quick']}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because a person asked to write here
        autoFocus
        aria-label="Title of the new bead"
        placeholder="What is to be done"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onDone();
        }}
      />
      <Button type="submit" isLoading={create.isRunning} loadingLabel="Adding…">
        Add
      </Button>
    </form>
  );
}
