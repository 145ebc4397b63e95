import type { AuditedRun } from '@domain/session/run';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { openPanel } from '../../app/state/layout';
import { durationWords, exactMoment, momentWords } from '../../app/time-words';
import { countWords } from '../../app/usage-words';
import { Chip } from '../../ui/Chip';
import { Icon } from '../../ui/Icon';
import styles from './AuditView.module.css';
import { outcomeOf, promptLine, redactionWords, takenIn, triggerWords } from './audit.logic';

const MOST_CALLS = 50;

/** One run; opened, all that is kept of it. */
export function RunRow({ run, nowMs }: { readonly run: AuditedRun; readonly nowMs: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const outcome = outcomeOf(run);
  const taken = takenIn(run.redactions);
  const id = `run-${run.run_id}`;
  return (
    <>
      <tr>
        <td className={styles['moment']} title={exactMoment(run.started_at)}>
          {momentWords(run.started_at, nowMs)}
        </td>
        <td className={styles['what']}>
          <button
            type="button"
            className={styles['open']}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} />
            <span className={styles['prompt']}>{promptLine(run)}</span>
          </button>
          <span className={styles['session']}>{run.session_title ?? run.session_id.slice(0, 8)}</span>
        </td>
        <td>
          {run.bead_id === null ? <span className={styles['none']}>none</span> : <code>{run.bead_id}</code>}
        </td>
        <td>{run.agent ?? <span className={styles['none']}>default</span>}</td>
        <td>{triggerWords(run.trigger_source)}</td>
        <td>
          <Chip tone={outcome.tone}>{outcome.words}</Chip>
        </td>
        <td className={styles['number']}>{run.duration_ms === null ? '' : durationWords(run.duration_ms)}</td>
        <td className={styles['number']}>{countWords(run.tool_calls.length)}</td>
        <td className={styles['number']}>{countWords(taken)}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td />
          <td colSpan={8}>
            <RunDetails run={run} />
          </td>
        </tr>
      )}
    </>
  );
}

function RunDetails({ run }: { readonly run: AuditedRun }) {
  const calls = run.tool_calls.slice(0, MOST_CALLS);
  const more = run.tool_calls.length - calls.length;
  return (
    <dl className={styles['details']}>
      <dt>Prompt</dt>
      <dd className={styles['said']}>{run.prompt || 'None'}</dd>
      <dt>Result</dt>
      <dd className={styles['said']}>{run.result || 'None'}</dd>
      {run.error !== null && run.error !== '' && (
        <>
          <dt>Error</dt>
          <dd className={styles['said']}>{run.error}</dd>
        </>
      )}
      <dt>Tools</dt>
      <dd>
        {calls.length === 0 && 'None'}
        <ol className={styles['calls']}>
          {calls.map((call) => (
            <li key={call.id}>
              {call.tool}
              {!call.success && <span className={styles['none']}> failed</span>}
            </li>
          ))}
        </ol>
        {more > 0 && `and ${countWords(more)} more`}
      </dd>
      <dt>Taken out</dt>
      <dd>
        {takenIn(run.redactions) === 0 ? 'Nothing' : (run.redactions ?? []).map(redactionWords).join(', ')}
      </dd>
      <dt>Run</dt>
      <dd>
        <code>{run.run_id}</code>, from {exactMoment(run.started_at)}
        {run.completed_at !== null && ` to ${exactMoment(run.completed_at)}`}
      </dd>
      <dt>Session</dt>
      <dd>
        <button
          type="button"
          className={styles['link']}
          onClick={() => openPanel({ id: 'session', argument: run.session_id })}
        >
          {run.session_title ?? run.session_id}
        </button>
      </dd>
    </dl>
  );
}
