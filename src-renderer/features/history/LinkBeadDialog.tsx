import { BeadId, type SessionId } from '@domain/ids';
import { useState } from 'react';
import { useClient, useInvalidate } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { showToast } from '../../ui/toast-store';
import { useBeads } from '../bead';
import { sessionSentences } from '../sessions';
import { historySentences } from './history-errors';
import styles from './LinkBeadDialog.module.css';

const MOST = 8;

/** Links a session to a bead; one that began in a terminal becomes one of the project's by that. */
export function LinkBeadDialog({ argument, close }: { argument: string; close: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { value } = useBeads();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isLinking, setLinking] = useState(false);
  const typed = text.trim().toLowerCase();
  const fitting = (value?.beads ?? [])
    .filter(({ id, title, status }) =>
      typed === '' ? status !== 'closed' : `${id} ${title}`.toLowerCase().includes(typed),
    )
    .slice(0, MOST);
  const link = async (wanted: string) => {
    const bead = BeadId.safeParse(wanted.trim());
    if (!bead.success) return setFailure('This is not the id of a bead.');
    setLinking(true);
    const id = argument as SessionId;
    const noted = await client.call('history.note', { id });
    const done = noted.ok ? await client.call('sessions.linkBead', { id, bead_id: bead.data }) : null;
    setLinking(false);
    if (!noted.ok) return setFailure(historySentences(noted.error).happened);
    if (done !== null && !done.ok) return setFailure(sessionSentences(done.error).happened);
    invalidate('history.results');
    invalidate('history.show');
    close();
    showToast({ title: `Linked to ${bead.data}`, tone: 'good' });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title="Link to a bead"
      description="Its time, tokens and cost count for the bead from then on."
      onSubmit={() => void link(text)}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isLinking} loadingLabel="Linking…">
            Link
          </Button>
        </>
      }
    >
      <Field
        label="Bead"
        isMono
        value={text}
        error={failure}
        onChange={(event) => {
          setText(event.target.value);
          setFailure(null);
        }}
      />
      <ul className={styles['list']} aria-label="Beads that fit">
        {fitting.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles['bead']} onClick={() => void link(id)}>
              <code>{id}</code> <span className="cut">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
