import type { InitOffer } from '@domain/tracker-state';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { FailureNotice } from '../../ui/FailureNotice';
import { beadSentences } from '../bead';

/** A project without beads: what can be set up, and what that does to the project. */
export function NoTracker({
  offers,
  installCommand,
}: {
  offers: readonly InitOffer[];
  installCommand: string;
}) {
  const project = useProject();
  const init = useCommand('beads.init');
  const [failure, setFailure] = useState<Sentences | null>(null);
  const bd = offers.find((offer) => offer.kind === 'bd');
  const jsonl = offers.find((offer) => offer.kind === 'jsonl');
  const set = async (kind: InitOffer['kind']) => {
    if (project === null) return;
    const result = await init.run({ project: project.path, kind, consent: true });
    setFailure(result.ok ? null : beadSentences(result.error));
  };
  return (
    <div>
      <EmptyState
        title="This project has no beads"
        actions={
          <>
            {bd !== undefined && (
              <Button
                variant="primary"
                isLoading={init.isRunning}
                loadingLabel="Setting up…"
                onClick={() => void set('bd')}
              >
                Set up with bd
              </Button>
            )}
            {jsonl !== undefined && (
              <Button
                variant={bd === undefined ? 'primary' : 'plain'}
                isLoading={init.isRunning}
                loadingLabel="Setting up…"
                onClick={() => void set('jsonl')}
              >
                Set up a plain file
              </Button>
            )}
          </>
        }
      >
        {bd === undefined
          ? `A plain file, .beads/issues.jsonl, needs no other program. With bd you get its history and sync: ${installCommand}`
          : `bd ${bd.program_version ?? ''} makes the folder .beads${bd.makes_commit ? ' and a git commit' : ''}. A plain file needs no other program.`}
      </EmptyState>
      {failure !== null && <FailureNotice words={failure} />}
    </div>
  );
}
