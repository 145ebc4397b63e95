import type { Bead } from '@domain/bead/record';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useProject } from '../../app/state/project';
import { exactMoment, momentWords } from '../../app/time-words';
import type { Sentences } from '../../app/words';
import { EntryFailure, useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/TextArea';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { beadSentences } from './bead-errors';
import { Failure } from './FieldNotes';
import { MarkdownText } from './LongField';

/** The list carries a count; the words come with `show`, again whenever the bead changed. */
function useComments(bead: Bead) {
  const project = useProject();
  const { data, error, refetch } = useQueryEntry(
    'beads.show',
    { project: project?.path ?? ('' as never), id: bead.id },
    { isEnabled: project !== null, keepPrevious: true },
  );
  const seen = useRef(bead);
  useEffect(() => {
    if (seen.current === bead) return;
    seen.current = bead;
    void refetch();
  }, [bead, refetch]);
  return { data, error, refetch };
}

export function Comments({ bead, bar, nowMs }: { bead: Bead; bar: string | null; nowMs: number }) {
  const project = useProject();
  const { data, error, refetch } = useComments(bead);
  const send = useCommand('beads.comment');
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<Sentences | null>(null);
  const comments = data?.bead.id === bead.id ? (data.bead.comments ?? []) : [];
  const add = async () => {
    if (project === null || text.trim() === '' || bar !== null) return;
    const result = await send.run({ project: project.path, id: bead.id, text });
    setFailure(result.ok ? null : beadSentences(result.error));
    if (!result.ok) return;
    setText('');
    void refetch();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void add();
  };
  return (
    <section className={styles['part']} aria-label="Comments">
      <h3>{comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}</h3>
      {data?.is_stale === true && (
        <p className={styles['quiet']}>The tracker does not answer now, so its comments are not here.</p>
      )}
      {error instanceof EntryFailure && <Failure of={beadSentences(error.failure)} />}
      <ol className={styles['comments']}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <div className={styles['author']}>
              <b>{comment.author}</b>
              <time dateTime={comment.created_at} title={exactMoment(comment.created_at)}>
                {momentWords(comment.created_at, nowMs)}
              </time>
            </div>
            <MarkdownText text={comment.text} />
          </li>
        ))}
      </ol>
      <form className={fieldStyles['editor']} onSubmit={onSubmit}>
        <TextArea
          label="New comment"
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          size="s"
          type="submit"
          disabledReason={bar ?? (text.trim() === '' ? 'Write something first.' : null)}
          isLoading={send.isRunning}
          loadingLabel="Adding…"
        >
          Add comment
        </Button>
      </form>
      <Failure of={failure} />
    </section>
  );
}
