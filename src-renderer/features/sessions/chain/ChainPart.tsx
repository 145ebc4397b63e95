import type { Session } from '@domain/session/record';
import { useProject } from '../../../app/state/project';
import { useQueryEntry } from '../../../bridge/react';
import { useSessions } from '../use-sessions';
import { ChainView } from './ChainView';
import { chainOf } from './chain.logic';

type ChainPartProps = {
  readonly session: Pick<Session, 'id' | 'chain_id'>;
  readonly className?: string | undefined;
};

/** The chain a session stands in; nothing for one that stands alone. */
export function ChainPart({ session, className }: ChainPartProps) {
  const project = useProject()?.path;
  const { data } = useQueryEntry('sessions.chain', { project, ref: session.id });
  const live = useSessions().value?.sessions ?? [];
  const chain = chainOf(
    data?.sessions ?? [],
    live.filter(({ chain_id }) => chain_id === session.chain_id),
  );
  if (chain.length < 2) return null;
  return (
    <section className={className} aria-label="Chain">
      <h3>Chain</h3>
      <ChainView sessions={chain} currentId={session.id} />
    </section>
  );
}
