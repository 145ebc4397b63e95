import type { HistorySession } from '@domain/history/record';
import type { Session } from '@domain/session/record';
import { useEffect } from 'react';
import { costWords, countWords } from '../../app/usage-words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { ChainPart } from '../sessions';
import { contextArea, largestSteps } from './context.logic';
import { differenceWords } from './cost-difference.logic';
import { costOf } from './history-words.logic';
import styles from './TranscriptPane.module.css';
import { useMessageIds } from './use-message-ids';

const MOST = 8;

type TranscriptCostProps = {
  readonly session: HistorySession;
  /** The same in the store of the open project, where its chain is known. */
  readonly own: Session | undefined;
  readonly onMessage: (id: string) => void;
};

/** What the whole chain came to, what was used, what Claude itself reckoned, and what filled the context. */
export function TranscriptCost({ session, own, onMessage }: TranscriptCostProps) {
  const { stats, claude_cost_micro_usd } = session;
  const difference = differenceWords(session);
  const { cache_write_5m_tokens, cache_write_1h_tokens } = stats;
  // Older transcripts say how much was written to the cache, not for how long.
  const unsplit = stats.cache_write_tokens - cache_write_5m_tokens - cache_write_1h_tokens;
  const rows: readonly (readonly [string, number])[] = [
    ['Input', stats.tokens_in],
    ['Output', stats.tokens_out],
    ['Read from the cache', stats.cache_read_tokens],
    ['Written to the cache, 5 minutes', cache_write_5m_tokens],
    ['Written to the cache, 1 hour', cache_write_1h_tokens],
    ...(unsplit > 0 ? ([['Written to the cache', unsplit]] as const) : []),
    ['All', stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens],
    ['Counted in an older session', stats.inherited_tokens],
  ];
  return (
    <div className={styles['page']}>
      {own !== undefined && <ChainPart session={own} />}
      <h3>Tokens</h3>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, tokens]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{tokens.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Cost</h3>
      <dl className={styles['pairs']}>
        <dt>By our prices</dt>
        <dd>{costOf(session) ?? 'nothing was billed'}</dd>
        {stats.unpriced_tokens > 0 && (
          <>
            <dt>Without a known price</dt>
            <dd>{countWords(stats.unpriced_tokens)} tokens</dd>
          </>
        )}
        {claude_cost_micro_usd !== null && (
          <>
            <dt>As Claude reckoned</dt>
            <dd>{costWords(claude_cost_micro_usd)}</dd>
          </>
        )}
      </dl>
      {difference !== null && <p className={styles['quiet']}>{difference}</p>}
      <Context session={session} onMessage={onMessage} />
    </div>
  );
}

function Context({ session, onMessage }: Omit<TranscriptCostProps, 'own'>) {
  const { data, refetch } = useQueryEntry('history.outline', { id: session.id });
  const { updated_at } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written since is looked at again
  useEffect(() => void refetch(), [updated_at, refetch]);
  const steps = largestSteps(data?.context ?? [], MOST);
  const ids = useMessageIds(
    session.id,
    steps.map(({ position }) => position),
  );
  if (data === undefined || data.context.length === 0) return null;
  const highest = Math.max(...data.context.map(({ tokens }) => tokens));
  return (
    <>
      <h3>What filled the context</h3>
      {/* One answer makes no course. */}
      {data.context.length > 1 && (
        <svg
          className={styles['chart']}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`Context over the session, at most ${countWords(highest)} tokens`}
        >
          <path className={styles['area']} d={contextArea(data.context, data.total)} />
        </svg>
      )}
      <p className={styles['quiet']}>
        At most {countWords(highest)} tokens
        {data.compactions.length > 0 ? `; made shorter ${data.compactions.length} times` : ''}. It grew most
        here:
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Before this answer</th>
            <th scope="col">Grew by</th>
            <th scope="col">Context</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ position, grown, tokens }) => (
            <tr key={position}>
              <td>
                <Button
                  size="s"
                  variant="quiet"
                  disabledReason={ids.get(position) === undefined ? 'It is being looked up' : null}
                  onClick={() => onMessage(ids.get(position)?.id ?? '')}
                >
                  {ids.get(position)?.words ?? `Message ${position + 1}`}
                </Button>
              </td>
              <td>{countWords(grown)}</td>
              <td>{countWords(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
