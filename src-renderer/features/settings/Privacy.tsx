import type { Settings } from '@domain/settings';
import { Segments } from '../../ui/Segments';
import { PrivacyTiers } from './PrivacyTiers';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import { SummaryModel } from './SummaryModel';
import { SwitchRow } from './SwitchRow';
import type { SectionProps } from './section';
import { useChange } from './use-change';

const ARCHIVES = [
  { value: 'exact', label: 'Exact' },
  { value: 'redacted', label: 'Without secrets' },
  { value: 'off', label: 'Off' },
] as const satisfies readonly { value: Settings['history']['archive']; label: string }[];

const AGES = [null, 90, 365, 730] as const;
const ageWords = (days: number | null) =>
  days === null ? 'For ever' : days % 365 === 0 ? `${days / 365} y` : `${days} days`;

export function Privacy({ disabledReason }: SectionProps) {
  const [{ history }, change] = useChange();
  return (
    <>
      <div className={styles['group']}>
        <SwitchRow
          name="Read Claude's transcripts"
          hint="Sessions of every terminal on this computer come into the history as they happen. Off: only when you ask."
          isOn={history.ingest}
          disabledReason={disabledReason}
          onChange={(ingest) =>
            change(
              { history: { ingest } },
              ingest ? 'Transcripts are read as they change' : 'Transcripts are read when you ask',
            )
          }
        />
        <SettingRow
          name="Archive"
          hint="Claude deletes a transcript after 30 days. Our copy is compressed and encrypted; only an exact one can be resumed from."
        >
          <Segments
            label="Archive"
            value={history.archive}
            choices={ARCHIVES}
            disabledReason={disabledReason}
            onChange={(archive) =>
              change(
                { history: { archive } },
                `Archive: ${ARCHIVES.find(({ value }) => value === archive)?.label}`,
              )
            }
          />
        </SettingRow>
        <SettingRow
          name="Keep copies"
          hint="Copies of sessions that were silent for longer go. What was read from them, and their cost, stays."
        >
          <Segments
            label="Keep copies"
            value={String(history.archive_days)}
            choices={[...new Set([...AGES, history.archive_days])].map((days) => ({
              value: String(days),
              label: ageWords(days),
            }))}
            disabledReason={disabledReason}
            onChange={(text) => {
              const archive_days = text === 'null' ? null : Number(text);
              change(
                { history: { archive_days } },
                `Copies are kept: ${ageWords(archive_days).toLowerCase()}`,
              );
            }}
          />
        </SettingRow>
        <SwitchRow
          name="Summaries by Claude"
          hint="Your own Claude writes a sentence or three about every session that ends, with a small model and without tools. What it is told went through the rules below. It costs a little, counted apart. Off: only where you ask for it."
          isOn={history.summaries}
          disabledReason={disabledReason}
          onChange={(summaries) =>
            change(
              { history: { summaries } },
              summaries ? 'Claude summarises sessions that end' : 'Claude summarises only what you ask for',
            )
          }
        />
        <SummaryModel disabledReason={disabledReason} />
        <SettingRow
          name="A project's own rules"
          hint={
            <>
              What Claude's tools were asked and answered is kept by the tiers below. The open project changes
              them for itself, in <code>.beads/privacy.yaml</code>: anyone can tighten there, only you can
              loosen, in a project you trust. <code>beads-console privacy check</code> shows what a session
              would lose.
            </>
          }
        />
      </div>
      <PrivacyTiers />
    </>
  );
}
