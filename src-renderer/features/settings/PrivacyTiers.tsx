import { type PrivacyTier, privacyTiers } from '@domain/privacy/tiers';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import { offerUndo } from '../../app/state/settings';
import { openOverlay } from '../../app/state/window';
import type { Sentences } from '../../app/words';
import { useClient, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import select from '../../ui/Select.module.css';
import { TIER_NAMES, type TierRow, tierRows, tierSentences } from './privacy-tiers.logic';
import styles from './SettingsView.module.css';

const WHAT: Readonly<Record<PrivacyTier, string>> = {
  full: 'Everything but keys, passwords and credentials in addresses.',
  redacted: 'Also without variables, assigned secrets and long base64.',
  metadata: 'Names and kinds of arguments, and paths. Of a result its size.',
  none: 'That it was called.',
};

/** What is written down of each tool: ours, and what the open project says instead, in a file of its own. */
export function PrivacyTiers() {
  const project = useProject();
  return (
    <>
      <dl className={styles['tiers']}>
        {privacyTiers.map((tier) => (
          <div key={tier}>
            <dt>{TIER_NAMES[tier]}</dt>
            <dd>{WHAT[tier]}</dd>
          </div>
        ))}
      </dl>
      {project === null ? (
        <TierTable rows={tierRows({ own: {} })} disabledReason="Open a project: each has rules of its own." />
      ) : (
        <ProjectTiers key={`${project.path} ${project.is_trusted}`} project={project.path} />
      )}
    </>
  );
}

function ProjectTiers({ project }: { project: string }) {
  const client = useClient();
  const input = { project: project as never };
  const { data: view, refetch } = useQueryEntry('privacy.policy', input);
  const [failure, setFailure] = useState<Sentences | null>(null);
  if (view === undefined) return null;
  const broken =
    view.fault === null
      ? null
      : tierSentences({ code: 'privacy-file-broken', file: view.file, fault: view.fault });
  const write = async (tool: string, tier: PrivacyTier | null) => {
    const result = await client.call('privacy.set_tier', { ...input, tool, tier });
    setFailure(result.ok ? null : tierSentences(result.error));
    void refetch();
    return result.ok;
  };
  const set = async (row: TierRow, tier: PrivacyTier | null) => {
    if (!(await write(row.tool, tier))) return;
    const words = `${row.name}: ${TIER_NAMES[tier ?? row.shipped]}`;
    offerUndo({ words, back: () => write(row.tool, row.own) });
  };
  return (
    <>
      {!view.is_trusted && (
        <p className={styles['sentence']}>
          Its own rules could loosen what is kept, so they are changed in a trusted project alone.{' '}
          <Button size="s" onClick={() => openOverlay('project.trust')}>
            Trust this project…
          </Button>
        </p>
      )}
      {(failure ?? broken) !== null && <FailureNotice words={(failure ?? broken) as Sentences} />}
      <TierTable
        rows={tierRows(view)}
        disabledReason={
          !view.is_trusted ? 'Trust the project first.' : broken !== null ? 'Mend the file first.' : null
        }
        onSet={(row, tier) => void set(row, tier)}
      />
      <p className={styles['sentence']}>
        Written into <code>{view.file}</code>, where a rule may also name tools of one kind (
        <code>mcp__db__*</code>). A change is in force with the next message; what is stored already stays as
        it is.
      </p>
    </>
  );
}

type TierTableProps = {
  readonly rows: readonly TierRow[];
  readonly disabledReason: string | null;
  readonly onSet?: (row: TierRow, tier: PrivacyTier | null) => void;
};

function TierTable({ rows, disabledReason, onSet }: TierTableProps) {
  return (
    <table className={styles['table']}>
      <caption>What is written down of a tool's call. It is taken out before anything is stored.</caption>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">What is written</th>
          <th scope="col">As shipped</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.tool}>
            <th scope="row">{row.name}</th>
            <td>
              <select
                className={select['select']}
                aria-label={`What is written of ${row.name}`}
                aria-description={disabledReason ?? undefined}
                title={disabledReason ?? undefined}
                disabled={disabledReason !== null}
                value={row.own ?? ''}
                onChange={({ target: { value } }) =>
                  onSet?.(row, privacyTiers.find((tier) => tier === value) ?? null)
                }
              >
                <option value="">As shipped</option>
                {privacyTiers.map((tier) => (
                  <option key={tier} value={tier}>
                    {TIER_NAMES[tier]}
                  </option>
                ))}
              </select>
            </td>
            <td>
              {TIER_NAMES[row.shipped]}
              {row.isLooser && <span className={styles['warning']}> looser than shipped</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
