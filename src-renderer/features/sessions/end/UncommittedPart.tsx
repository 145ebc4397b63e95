import { useId } from 'react';
import { Field } from '../../../ui/Field';
import { Segments } from '../../../ui/Segments';
import styles from './End.module.css';
import type { EndPartProps } from './end-form.logic';

const CHOICES = [
  { value: 'keep', label: 'Keep as they are' },
  { value: 'commit', label: 'Commit' },
  { value: 'stash', label: 'Stash' },
] as const;
const MOST_NAMED = 6;

/** What is not committed, named; nothing happens to it unless it is said. */
export function UncommittedPart({ plan, form, change }: EndPartProps) {
  const id = useId();
  const files = plan.changes?.files ?? [];
  if (files.length === 0) return null;
  const more = files.length - MOST_NAMED;
  return (
    <section aria-labelledby={id} className={styles['part']}>
      <h3 id={id}>{files.length === 1 ? '1 file is' : `${files.length} files are`} not committed</h3>
      <ul className={styles['files']}>
        {files.slice(0, MOST_NAMED).map(({ path, kind }) => (
          <li key={path}>
            <code className="cut">{path}</code>
            <span>{kind === 'untracked' ? 'new' : kind}</span>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <Segments
        label="Files that are not committed"
        value={form.changes}
        choices={CHOICES}
        onChange={(changes) => change({ changes })}
      />
      {form.changes === 'keep' ? (
        <p className={styles['hint']}>They stay where they are, untouched.</p>
      ) : (
        <Field
          label={form.changes === 'commit' ? 'Commit message' : 'Name of the stash'}
          hint={form.changes === 'commit' ? 'All of them, new files too.' : 'New files go along.'}
          value={form.message}
          maxLength={20_000}
          onChange={(event) => change({ message: event.target.value })}
        />
      )}
    </section>
  );
}
