import type { Bead } from '@domain/bead/record';
import { Copy, Ellipsis, GitBranch, Play, X } from 'lucide-react';
import { useState } from 'react';
import { ActionItem } from '../../app/keymap/ActionItem';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { beadSentences } from './bead-errors';
import { statusWord } from './bead-words.logic';
import { Failure } from './FieldNotes';
import { LineField } from './LineField';
import { Priority } from './Priority';
import { typeIcon } from './type-icon';
import { usePanelActions } from './use-panel-actions';

type BeadBarProps = {
  readonly bead: Bead;
  readonly bar: string | null;
  readonly isReady: boolean;
  readonly waits: string | null;
  readonly close: () => void;
};

export function BeadBar({ bead, bar, isReady, waits, close }: BeadBarProps) {
  const project = useProject();
  const claim = useCommand('beads.claim');
  const reopen = useCommand('beads.reopen');
  const [failure, setFailure] = useState<Sentences | null>(null);
  const isClosed = bead.status === 'closed';
  const run = async (command: typeof claim | typeof reopen) => {
    if (project === null) return;
    const result = await command.run({ project: project.path, id: bead.id });
    setFailure(result.ok ? null : beadSentences(result.error));
  };
  const notFree =
    bead.assignee === undefined
      ? null
      : `${bead.assignee} has it. Take them off before somebody else claims it.`;
  const canStart = !isClosed && (isReady || bead.status === 'in_progress');
  usePanelActions({
    bead,
    canStart,
    canClaim: !isClosed && bar === null && notFree === null,
    canWrite: bar === null,
    claim: () => void run(claim),
    reopen: () => void run(reopen),
  });
  return (
    <header className={styles['bar']}>
      <div className={styles['first']}>
        <Icon of={typeIcon(bead.issue_type)} size="s" />
        <span className="visually-hidden">{bead.issue_type}</span>
        <span className={styles['id']}>{bead.id}</span>
        <Chip tone={isClosed ? 'closed' : 'line'}>{statusWord(bead.status)}</Chip>
        <Priority value={bead.priority} />
        <div className={styles['corner']}>
          <Menu align="end" trigger={<IconButton icon={Ellipsis} size="s" label={`More for ${bead.id}`} />}>
            <ActionItem id="beads.copy-id" icon={Copy}>
              Copy id
            </ActionItem>
            <ActionItem id="beads.copy-branch" icon={GitBranch}>
              Copy branch name
            </ActionItem>
          </Menu>
          <IconButton icon={X} size="s" label="Close panel" onClick={close} />
        </div>
      </div>
      <h2 className={styles['title']} dir="auto">
        <LineField bead={bead} field="title" bar={bar} className={fieldStyles['titleValue']}>
          {bead.title}
        </LineField>
      </h2>
      {waits !== null && <p className={styles['waits']}>{waits}</p>}
      <div className={styles['acts']}>
        {isClosed ? (
          <Button
            disabledReason={bar}
            isLoading={reopen.isRunning}
            loadingLabel="Reopening…"
            onClick={() => void run(reopen)}
          >
            Reopen
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              icon={Play}
              disabledReason={canStart ? null : (waits ?? 'It is not ready.')}
              onClick={() => openOverlay('start-work', bead.id)}
            >
              Start work
            </Button>
            <Button
              disabledReason={bar ?? notFree}
              isLoading={claim.isRunning}
              loadingLabel="Claiming…"
              onClick={() => void run(claim)}
            >
              Claim
            </Button>
            <Button disabledReason={bar} onClick={() => openOverlay('close-bead', bead.id)}>
              Close bead…
            </Button>
          </>
        )}
      </div>
      <Failure of={failure} />
    </header>
  );
}
