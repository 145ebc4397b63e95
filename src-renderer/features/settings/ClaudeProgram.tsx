import { useState } from 'react';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { sessionSentences } from '../sessions';
import { programProblem } from './claude-program.logic';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

/** Which `claude` is started, and whether it can be: asked again after every change. */
export function ClaudeProgram({ disabledReason }: SectionProps) {
  const client = useClient();
  const settings = useSettings();
  const kept = settings.claude.path ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? kept;
  const problem = programProblem(text);
  const found = useQueryEntry('app.claude', {}, { staleMs: 30_000 });
  const save = async () => {
    if (problem !== null || text === kept || disabledReason !== null) return;
    const path = text.trim() === '' ? null : text.trim();
    const words = path === null ? 'Claude is found by itself' : `Claude is ${path}`;
    await changeSettings(client, settings, { claude: { path } }, words);
    setTyped(null);
    await found.refetch();
  };
  const words = found.error === null ? null : sessionSentences(found.error.failure);
  return (
    <>
      <form
        className={styles['program']}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Program"
          isMono
          value={text}
          error={problem}
          placeholder="Found by BEADS_CONSOLE_CLAUDE, then PATH"
          hint="The whole path of your claude. Empty: it is found by itself."
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          type="submit"
          disabledReason={disabledReason ?? problem ?? (text === kept ? 'Nothing was changed' : null)}
        >
          Use it
        </Button>
      </form>
      {words !== null ? (
        <Notice
          tone="waiting"
          title={words.happened}
          details={words.details}
          isAnnounced
          actions={
            <Button
              size="s"
              isLoading={found.isFetching}
              loadingLabel="Looking…"
              onClick={() => void found.refetch()}
            >
              Look again
            </Button>
          }
        >
          {words.next}
        </Notice>
      ) : (
        found.data !== undefined && (
          <p className={styles['file']} role="status">
            Claude {found.data.version} at <code>{found.data.path}</code>.
            {found.data.limits.map((limit) => ` With this version, ${limit}.`)}
          </p>
        )
      )}
    </>
  );
}
