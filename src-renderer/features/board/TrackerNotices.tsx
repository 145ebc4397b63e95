import { needsTrust } from '@domain/bead/trust';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { openOverlay } from '../../app/state/window';
import { momentWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { beadSentences } from '../bead';
import { TryAgain } from './TryAgain';

const READ_ONLY = {
  'tracker-missing': 'The tracker of this project is not installed here.',
  'tracker-too-old': 'The tracker installed here is too old for this project.',
  'export-only': 'This is an export: its database is elsewhere.',
  'not-writable': 'The beads’ file may not be written.',
} as const;

/** One notice on top for each thing that keeps the board from being whole, with the way out. */
export function TrackerNotices({ snapshot }: { snapshot: BeadsSnapshot }) {
  const { tracker, health, is_trusted, odd_lines } = snapshot;
  const now = Date.now();
  if (tracker.type !== 'open') return null;
  const { access, generation } = tracker.info;
  return (
    <>
      {health.state !== 'ok' && <Health snapshot={snapshot} nowMs={now} />}
      {access.mode === 'read-only' ? (
        <Notice tone="quiet" title={READ_ONLY[access.reason]}>
          The board can be read
          {access.data_as_of === null ? '.' : `, as it was ${momentWords(access.data_as_of, now)}.`}{' '}
          {access.install_command !== null && (
            <>
              To change it: <code>{access.install_command}</code>
            </>
          )}
        </Notice>
      ) : (
        !is_trusted &&
        needsTrust(generation, 'write') && (
          <Notice
            tone="quiet"
            title="This project is not trusted yet."
            actions={<Button onClick={() => openOverlay('project.trust')}>Trust…</Button>}
          >
            The board can be read. Changing beads runs the project’s own hooks, so it waits for your word.
          </Notice>
        )
      )}
      {odd_lines.length > 0 && (
        <Notice
          tone="quiet"
          title={
            odd_lines.length === 1
              ? '1 line was not understood.'
              : `${odd_lines.length} lines were not understood.`
          }
          details={odd_lines.map(({ line, why }) => `line ${line}: ${why}`).join('\n')}
        >
          {odd_lines.length === 1
            ? 'It is kept as it is. The others are on the board.'
            : 'They are kept as they are. The others are on the board.'}
        </Notice>
      )}
    </>
  );
}

function Health({ snapshot, nowMs }: { snapshot: BeadsSnapshot; nowMs: number }) {
  const { health } = snapshot;
  const known =
    health.last_read_at === null
      ? ''
      : ` The board shows what we knew at ${momentWords(health.last_read_at, nowMs)}.`;
  const cause = health.error === null ? null : beadSentences(health.error);
  const title =
    cause?.happened ??
    (health.state === 'slow'
      ? 'The tracker takes long to answer.'
      : health.state === 'locked'
        ? 'Another program is using the tracker.'
        : 'The tracker does not answer.');
  return (
    <Notice tone="waiting" title={title} details={cause?.details ?? null} isAnnounced actions={<TryAgain />}>
      {`Since ${momentWords(health.since, nowMs)}.${known} ${cause?.next ?? 'Go on: it is asked again.'}`}
    </Notice>
  );
}
