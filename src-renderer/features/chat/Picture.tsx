import { useContext } from 'react';
import { useProject } from '../../app/state/project';
import { useQueryEntry } from '../../bridge/react';
import styles from './RowView.module.css';
import { SessionOfThread } from './session-of-thread';

/** Read from Claude's own transcript when it is looked at; its place is kept, so that nothing jumps when it comes. */
export function Picture({ messageId, index }: { messageId: string; index: number }) {
  const project = useProject()?.path;
  const id = useContext(SessionOfThread);
  const { data } = useQueryEntry(
    'sessions.picture',
    { project, id, message_id: messageId, index },
    { isEnabled: id !== '', staleMs: Number.POSITIVE_INFINITY },
  );
  const picture = data?.picture ?? null;
  if (data !== undefined && picture === null)
    return <p className={styles['gone']}>It is not in the transcript any more.</p>;
  return (
    <div className={styles['picture']}>
      {picture !== null && (
        <img src={`data:${picture.media_type};base64,${picture.data}`} alt={`Attachment ${index + 1}`} />
      )}
    </div>
  );
}
