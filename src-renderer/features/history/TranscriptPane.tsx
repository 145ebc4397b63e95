import type { HistorySession } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { ArrowLeft, Download, Ellipsis, PanelRight } from 'lucide-react';
import { useState } from 'react';
import { ActionItem } from '../../app/keymap/ActionItem';
import { runAction } from '../../app/keymap/run-action';
import { useProject } from '../../app/state/project';
import { durationWords, exactMoment } from '../../app/time-words';
import { useMinute } from '../../app/use-minute';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import { IconButton } from '../../ui/IconButton';
import { Mark } from '../../ui/Mark';
import { Menu, MenuSeparator } from '../../ui/Menu';
import { Skeleton } from '../../ui/Skeleton';
import { Tabs } from '../../ui/Tabs';
import { useOpenBead } from '../bead';
import { openSession, useSessions } from '../sessions';
import { historySentences } from './history-errors';
import { type HistoryPlace, placeLink } from './history-route.logic';
import { costOf, historyTitle, tokenWords, whenWords } from './history-words.logic';
import { KeepingLine } from './KeepingLine';
import { TranscriptAbout } from './TranscriptAbout';
import { TranscriptCost } from './TranscriptCost';
import styles from './TranscriptPane.module.css';
import { TranscriptTab } from './TranscriptTab';
import { useFaces } from './use-faces';
import { useAskAgain } from './use-ingest';
import { useTranscriptActions } from './use-transcript-actions';

export type TranscriptPaneProps = {
  readonly id: string;
  readonly place: HistoryPlace;
  /** What was looked for: its hits are marked and walked through. */
  readonly words: string;
  /** In a narrow window: back to the list. */
  readonly onBack: (() => void) | null;
};

type TabName = 'transcript' | 'about' | 'cost';

export function TranscriptPane(props: TranscriptPaneProps) {
  const { id, onBack } = props;
  const { data, error, refetch } = useQueryEntry('history.show', { id: id as SessionId });
  useAskAgain(refetch);
  const words = error === null ? null : historySentences(error.failure);
  return (
    <section className={styles['pane']} aria-label="Transcript">
      {data === undefined && onBack !== null && <Back onBack={onBack} />}
      {words !== null && data === undefined && (
        <div className={styles['notice']}>
          <FailureNotice
            words={words}
            actions={
              <Button size="s" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {words === null && data === undefined && (
        <div className={styles['notice']}>
          <Skeleton lines={6} label="Opening" />
        </div>
      )}
      {data !== undefined && <OneTranscript {...props} session={data} onChange={() => void refetch()} />}
    </section>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  return <IconButton icon={ArrowLeft} size="s" label="Back to the list" onClick={onBack} />;
}

type OneTranscriptProps = TranscriptPaneProps & {
  readonly session: HistorySession;
  readonly onChange: () => void;
};

function OneTranscript({ session, place, words, onBack, onChange }: OneTranscriptProps) {
  const nowMs = useMinute();
  const project = useProject();
  const face = useFaces()(session);
  const [tab, setTab] = useState<TabName>('transcript');
  const [at, setAt] = useState<string | null>(null);
  const { value } = useSessions();
  const own = value?.sessions.find((each) => each.id === session.id && each.trashed_at === undefined);
  const chainLength =
    own === undefined ? 1 : (value?.sessions.filter(({ chain_id }) => chain_id === own.chain_id).length ?? 1);
  const [total, setTotal] = useState<number | undefined>(undefined);
  const showMessage = (message: string) => {
    setAt(message);
    setTab('transcript');
  };
  const link = (message: string | null) => placeLink({ ...place, session: session.id, message });
  const hasProject = project !== null;
  useTranscriptActions({ session, own, chainLength, link: link(null), hasProject });
  return (
    <>
      <header className={styles['bar']}>
        <div className={styles['first']}>
          {onBack !== null && <Back onBack={onBack} />}
          <Mark state={face.mark} />
          <h2 className="cut">{historyTitle(session)}</h2>
          {own !== undefined && (
            <Button size="s" icon={PanelRight} onClick={() => openSession(own)}>
              Open session
            </Button>
          )}
          <Button size="s" icon={Download} onClick={() => runAction('history.export')}>
            Export…
          </Button>
          <Menu align="end" trigger={<IconButton icon={Ellipsis} size="s" label="More about this session" />}>
            <ActionItem id="history.copy-link">Copy a link</ActionItem>
            <ActionItem id="history.copy-id">Copy its id</ActionItem>
            {session.transcript_path !== null && (
              <ActionItem id="history.copy-path">Copy the path of its transcript</ActionItem>
            )}
            <MenuSeparator />
            <ActionItem id="history.copy-resume">Copy the command that resumes it</ActionItem>
            {hasProject && session.bead_id === null && (
              <ActionItem id="history.link">Link to a bead…</ActionItem>
            )}
            {own !== undefined && session.status === 'closed' && (
              <ActionItem id="history.continue">Continue in a new session…</ActionItem>
            )}
            <MenuSeparator />
            <ActionItem
              id="history.trash"
              isDanger
              disabledReason={session.status === 'closed' ? null : 'Only a closed session can be deleted'}
            >
              Move to trash…
            </ActionItem>
          </Menu>
        </div>
        <Facts session={session} words={face.words} nowMs={nowMs} />
        <KeepingLine session={session} nowMs={nowMs} onRestored={onChange} />
      </header>
      <Tabs<TabName>
        label="This session"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'transcript',
            name: 'Transcript',
            ...(total === undefined ? {} : { count: total }),
            content: (
              <TranscriptTab
                session={session}
                place={place}
                words={words}
                at={at ?? place.message}
                onTotal={setTotal}
                linkOf={link}
              />
            ),
          },
          { value: 'about', name: 'Summary', content: <TranscriptAbout session={session} /> },
          {
            value: 'cost',
            name: 'Cost',
            content: <TranscriptCost session={session} own={own} onMessage={showMessage} />,
          },
        ]}
      />
    </>
  );
}

/** Bead, end, who, when, how long, how much: what a person needs to know it again. */
function Facts({ session, words, nowMs }: { session: HistorySession; words: string; nowMs: number }) {
  const { bead_id, agent, stats, started_at, updated_at } = session;
  const openBead = useOpenBead();
  const moment = started_at ?? updated_at;
  return (
    <div className={styles['second']}>
      {bead_id !== null && (
        <button type="button" className={styles['bead']} onClick={() => openBead(bead_id)}>
          {bead_id}
        </button>
      )}
      <span>{words}</span>
      {agent !== null && <span>{agent}</span>}
      <time dateTime={moment} title={exactMoment(moment)}>
        {whenWords(session, nowMs)}
      </time>
      {stats.active_ms >= 1000 && <b>{durationWords(stats.active_ms)}</b>}
      {costOf(session) !== null && <b>{costOf(session)}</b>}
      <span>{tokenWords(session)}</span>
      {session.owner === 'external' && <span>from a terminal</span>}
    </div>
  );
}
