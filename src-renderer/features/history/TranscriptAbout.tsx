import type { HistorySession } from '@domain/history/record';
import { projectWords } from '../../app/project-words';
import { durationWords, exactMoment } from '../../app/time-words';
import { modelWords } from '../../app/usage-words';
import { Chip } from '../../ui/Chip';
import { captureWords, count, endWords } from './history-words.logic';
import { SummaryPart } from './SummaryPart';
import styles from './TranscriptPane.module.css';

/** What the session was, without reading it. */
export function TranscriptAbout({ session }: { session: HistorySession }) {
  const { stats, tags, models } = session;
  const facts: readonly (readonly [string, string | null, boolean?])[] = [
    ['Ended', endWords(session)],
    ['Began', session.started_at === null ? null : exactMoment(session.started_at)],
    ['Last line', session.ended_at === null ? null : exactMoment(session.ended_at)],
    ['Active time', stats.active_ms >= 1000 ? durationWords(stats.active_ms) : null],
    ['Messages', `${stats.user_messages} of yours, ${stats.assistant_messages} of Claude`],
    ['Tools', toolWords(session)],
    ['Sub-agents', stats.subagent_count > 0 ? String(stats.subagent_count) : null],
    ['Models', models.length === 0 ? null : models.map(modelWords).join(', ')],
    ['Branch', session.branch, true],
    ['Project', projectWords(session.project)],
    ['Folder', session.cwd, true],
    ['Transcript', session.transcript_path, true],
    ['Session', session.id, true],
    ['Claude', session.claude_version],
    ['Not understood', stats.lines_not_understood > 0 ? count(stats.lines_not_understood, 'line') : null],
    ['Unknown kind', stats.lines_of_unknown_kind > 0 ? count(stats.lines_of_unknown_kind, 'line') : null],
    ['Captured', captureWords(session.capture)],
  ];
  return (
    <div className={styles['page']}>
      <SummaryPart session={session} />
      <h3>Facts</h3>
      <dl className={styles['pairs']}>
        {facts.map(([name, value, isMono = false]) =>
          value === null ? null : <Pair key={name} name={name} value={value} isMono={isMono} />,
        )}
        {tags.length > 0 && (
          <>
            <dt>Tags</dt>
            <dd>
              {tags.map((tag) => (
                <Chip key={tag} tone="line">
                  {tag}
                </Chip>
              ))}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Pair({ name, value, isMono }: { name: string; value: string; isMono: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={isMono ? styles['mono'] : undefined}>{value}</dd>
    </>
  );
}

function toolWords({ stats }: HistorySession): string | null {
  if (stats.tool_use_count === 0) return null;
  const failed = stats.tool_error_count > 0 ? `, ${stats.tool_error_count} failed` : '';
  return `${count(stats.tool_use_count, 'call')}${failed}`;
}
