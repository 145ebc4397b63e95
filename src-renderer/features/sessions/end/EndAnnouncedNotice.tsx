import type { EndAnnounced } from '@domain/work/end-plan';
import { openOverlay } from '../../../app/state/window';
import { Button } from '../../../ui/Button';
import { Countdown } from '../../../ui/Countdown';
import { Notice } from '../../../ui/Notice';
import styles from '../SessionPanel.module.css';
import type { SeenSession } from '../session-words.logic';
import { announcedTitle, closesWords } from './announced-words.logic';
import { useKeepOpen } from './use-keep-open';

type EndAnnouncedProps = { session: SeenSession; announced: EndAnnounced };

/** Its bead was moved on by somebody: it closes by itself unless it is kept. */
export function EndAnnouncedNotice({ session, announced }: EndAnnouncedProps) {
  const keepOpen = useKeepOpen();
  return (
    <div className={styles['notice']}>
      <Notice
        tone="waiting"
        title={announcedTitle(announced)}
        isAnnounced
        actions={
          <>
            <Button size="s" variant="primary" onClick={() => void keepOpen(session.id)}>
              Keep open
            </Button>
            <Button size="s" onClick={() => openOverlay('end-session', session.id)}>
              End…
            </Button>
          </>
        }
      >
        <Countdown until={Date.parse(announced.closes_at)} words={closesWords} />
      </Notice>
    </div>
  );
}
