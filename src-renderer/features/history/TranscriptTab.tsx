import type { HistorySession } from '@domain/history/record';
import { readSearchQuery } from '@domain/history/search-query';
import { useEffect, useMemo, useState } from 'react';
import { navigate } from '../../app/state/route';
import { useClient, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { hitPattern } from './highlight-hits';
import { historySentences } from './history-errors';
import { type HistoryPlace, placeRest } from './history-route.logic';
import styles from './TranscriptPane.module.css';
import { TranscriptStrip } from './TranscriptStrip';
import { TranscriptThread } from './TranscriptThread';
import { threadTitle } from './thread-words.logic';
import { useFind } from './use-find';
import { type Thread, threadInput, useTranscript } from './use-transcript';

export type TranscriptTabProps = {
  readonly session: HistorySession;
  readonly place: HistoryPlace;
  readonly words: string;
  readonly at: string | null;
  readonly onTotal: (total: number) => void;
  readonly linkOf: (message: string) => string;
  /** Which one it is where two stand side by side. */
  readonly which?: string;
};

export function TranscriptTab({ session, place, words, at, onTotal, linkOf, which }: TranscriptTabProps) {
  const [branches, setBranches] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tool, setTool] = useState<string | null>(null);
  const [isThinkingShown, setThinkingShown] = useState(false);
  const thread: Thread = { id: session.id, agent: place.agent, branches };
  const wanted = chosen ?? at;
  const transcript = useTranscript(thread, wanted, session.status === 'active');
  const { state, store, target, jump } = transcript;
  const { data: outline, refetch } = useQueryEntry('history.outline', threadInput(thread), {
    keepPrevious: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another outline
  useEffect(() => {
    if (state.revision !== '' && outline !== undefined && outline.revision !== state.revision) void refetch();
  }, [state.revision]);
  useEffect(() => {
    if (state.total !== null) onTotal(state.total);
  }, [state.total, onTotal]);

  const find = useFind(thread, words, state.revision, target?.position ?? 0, jump);
  const pattern = useMemo(
    () => hitPattern(find.isTyped ? [] : readSearchQuery(words), find.isTyped ? find.text.trim() : ''),
    [find.isTyped, find.text, words],
  );
  const openAgent = (agent: string | null, message: string | null = null) =>
    navigate('history', placeRest({ ...place, session: session.id, agent, message }));
  const isLost = useElsewhere(transcript.isElsewhere ? wanted : null, thread, outline?.subagents, {
    inBranches: () => setBranches(true),
    inAgent: (agent) => openAgent(agent, wanted),
  });
  const shown = useMemo(() => {
    if (tool === null) return null;
    const used = outline?.tools.find((each) => each.tool === tool)?.positions ?? [];
    return [...new Set([...used, ...(outline?.prompts.map(({ position }) => position) ?? [])])].sort(
      (a, b) => a - b,
    );
  }, [tool, outline]);
  const failure = state.failure === null ? null : historySentences(state.failure);
  const name = threadTitle(place.agent, outline?.subagents ?? []);
  return (
    <div className={styles['tab']}>
      {place.agent !== null && (
        <div className={styles['crumb']}>
          <Button size="s" variant="quiet" onClick={() => openAgent(null)}>
            The session
          </Button>
          <span aria-hidden="true">›</span>
          <span className="cut">{name}</span>
        </div>
      )}
      <TranscriptStrip
        sessionId={session.id}
        unknownLines={session.stats.lines_of_unknown_kind}
        state={state}
        outline={outline}
        find={find}
        tool={tool}
        onTool={setTool}
        isThinkingShown={isThinkingShown}
        onThinking={setThinkingShown}
        branches={branches}
        onBranches={(isShown, message) => {
          setBranches(isShown);
          setChosen(message);
        }}
        onJump={jump}
        onAgent={openAgent}
      />
      {isLost && (
        <div className={styles['notice']}>
          <Notice
            tone="quiet"
            title="The place that was found is not in this transcript any more."
            isAnnounced
          >
            The session is shown from its beginning.
          </Notice>
        </div>
      )}
      {failure !== null && (
        <div className={styles['notice']}>
          <FailureNotice words={failure} />
        </div>
      )}
      {failure === null && state.total === null && (
        <div className={styles['notice']}>
          <Skeleton lines={8} label="Opening the transcript" />
        </div>
      )}
      {state.total !== null && (
        <TranscriptThread
          which={which}
          key={`${place.agent ?? ''} ${branches} ${tool ?? ''}`}
          session={session}
          state={state}
          store={store}
          shown={shown}
          target={target}
          pattern={pattern}
          current={find.place?.position ?? null}
          isThinkingShown={isThinkingShown}
          tool={tool}
          agent={place.agent}
          asker={place.agent === null ? undefined : 'Claude asks'}
          subagents={outline?.subagents ?? []}
          onAgent={openAgent}
          linkOf={linkOf}
        />
      )}
    </div>
  );
}

type Subagents = readonly { readonly agent_id: string }[];
const MOST_AGENTS = 40;

/** A hit may stand on a branch or in a sub-agent's thread: it is looked for there. True: it is nowhere. */
function useElsewhere(
  wanted: string | null,
  { id, agent, branches }: Thread,
  subagents: Subagents | undefined,
  go: { inBranches: () => void; inAgent: (agent: string) => void },
): boolean {
  const client = useClient();
  const [lost, setLost] = useState<string | null>(null);
  const isKnown = subagents !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once for each place
  useEffect(() => {
    if (wanted === null || subagents === undefined || lost === wanted || agent !== null) return;
    let isCurrent = true;
    const isIn = async (thread: Thread) => {
      const answer = await client.ask('history.transcript', {
        ...threadInput(thread),
        around: wanted,
        limit: 1,
      });
      return answer.ok && answer.value.found !== null;
    };
    const look = async () => {
      if (!branches && (await isIn({ id, agent: null, branches: true }))) return isCurrent && go.inBranches();
      for (const { agent_id } of subagents.slice(0, MOST_AGENTS))
        if (await isIn({ id, agent: agent_id, branches: false })) return isCurrent && go.inAgent(agent_id);
      return isCurrent && setLost(wanted);
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [wanted, isKnown]);
  return wanted !== null && lost === wanted;
}
