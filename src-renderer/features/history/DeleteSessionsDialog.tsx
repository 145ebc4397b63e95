import type { HistorySession } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { useState } from 'react';
import { navigate, useRoute } from '../../app/state/route';
import { momentWords } from '../../app/time-words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import { placeRest, readPlace } from './history-route.logic';
import { count, historyTitle } from './history-words.logic';
import { useDelete } from './use-delete';

const MOST = 500;

/** `argument`: the id of one session, or `?` and a search: then every closed session that fits. */
export function DeleteSessionsDialog({ argument, close }: { argument: string; close: () => void }) {
  return argument.startsWith('?') ? (
    <DeleteFound text={argument.slice(1)} close={close} />
  ) : (
    <DeleteOne id={argument as SessionId} close={close} />
  );
}

function DeleteOne({ id, close }: { id: SessionId; close: () => void }) {
  const { data } = useQueryEntry('history.show', { id });
  return <Ask sessions={data === undefined ? null : [data]} others={0} close={close} />;
}

function DeleteFound({ text, close }: { text: string; close: () => void }) {
  const { data } = useQueryEntry('history.results', { text, limit: MOST });
  const all = data?.results.map(({ session }) => session) ?? null;
  const closed = all?.filter(({ status }) => status === 'closed') ?? null;
  return (
    <Ask sessions={closed} others={(data?.totals.sessions ?? 0) - (closed?.length ?? 0)} close={close} />
  );
}

type AskProps = {
  readonly sessions: readonly HistorySession[] | null;
  readonly others: number;
  readonly close: () => void;
};

function Ask({ sessions, others, close }: AskProps) {
  const { state, run } = useDelete();
  const [isExported, setExported] = useState(true);
  const rest = useRoute(({ rest: at }) => at);
  const [only] = sessions ?? [];
  const many = sessions?.length ?? 0;
  const isClosed = sessions?.every(({ status }) => status === 'closed') ?? false;
  const title =
    many === 1 && only !== undefined
      ? `Move “${historyTitle(only)}” to the trash?`
      : `Move ${count(many, 'session')} to the trash?`;
  const remove = async () => {
    if (sessions === null || many === 0 || !isClosed || state.isRunning) return;
    const ids = sessions.map(({ id }) => id);
    if (!(await run(ids, isExported))) return;
    const place = readPlace(rest);
    if (ids.some((id) => id === place.session))
      navigate('history', placeRest({ ...place, session: null, message: null, agent: null }));
    close();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={sessions === null ? 'Move to the trash?' : title}
      onSubmit={() => void remove()}
      footerNote={state.isRunning && many > 1 ? `${state.done} of ${many}` : auditNote(sessions ?? [])}
      footer={
        <>
          <Button onClick={close}>Keep {many === 1 ? 'it' : 'them'}</Button>
          <Button
            type="submit"
            variant="danger"
            isLoading={state.isRunning}
            loadingLabel="Moving…"
            disabledReason={
              many === 0
                ? 'There is nothing to delete'
                : isClosed
                  ? null
                  : 'Only a closed session can be deleted'
            }
          >
            Move to trash
          </Button>
        </>
      }
    >
      {sessions === null ? (
        <Skeleton lines={2} />
      ) : (
        <>
          <p>
            {many === 1 ? 'It can' : 'They can'} be taken back for 30 days. After that{' '}
            {many === 1 ? 'its' : 'their'} messages, texts, figures and our copy are removed for good: what{' '}
            {many === 1 ? 'it' : 'they'} cost counts no more, and nothing comes back when Claude’s files are
            read again. Claude’s own files are not touched.
          </p>
          {many > 1 && <p>{spanWords(sessions)}</p>}
          {others > 0 && (
            <p>
              {count(others, 'session')} of this search stay: not closed, or beyond the first {MOST}.
            </p>
          )}
          <Checkbox
            label={many === 1 ? 'Export it as one HTML file first' : 'Export them as one HTML file first'}
            isChecked={isExported}
            onChange={setExported}
          />
        </>
      )}
    </Dialog>
  );
}

/** Only what ran here has an audit record. */
function auditNote(sessions: readonly HistorySession[]): string | null {
  if (!sessions.some(({ owner }) => owner === 'console')) return null;
  return sessions.length === 1 ? 'Its audit record stays.' : 'Their audit records stay.';
}

/** A search by date finds whatever was going on then: how far it reaches is said before it goes. */
function spanWords(sessions: readonly HistorySession[]): string {
  const nowMs = Date.now();
  const first = sessions.map(({ started_at, updated_at }) => started_at ?? updated_at).sort()[0] ?? '';
  const last =
    sessions
      .map(({ ended_at, updated_at }) => ended_at ?? updated_at)
      .sort()
      .at(-1) ?? '';
  return `The oldest began ${momentWords(first, nowMs)}; the last word in them is of ${momentWords(last, nowMs)}.`;
}
