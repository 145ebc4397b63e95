import type { ExportFormat, ExportOptions } from '@domain/export/export-options';
import type { SessionId } from '@domain/ids';
import { useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { useSettings } from '../../app/state/settings';
import { useClient, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { copyText } from '../../ui/copy-text';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { Segments } from '../../ui/Segments';
import { saveText } from '../../ui/save-text';
import { showToast } from '../../ui/toast-store';
import { isLong, useTell } from '../notices';
import styles from './ExportDialog.module.css';
import { type ExportScope, readExportScope, scopeChoices } from './export-scope.logic';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';

const FORMATS = [
  { value: 'md', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'json', label: 'JSON' },
] as const;
const TOOLS = [
  { value: 'full', label: 'With answers' },
  { value: 'names', label: 'Names only' },
  { value: 'none', label: 'None' },
] as const;
const FIRST: ExportOptions = { thinking: false, tools: 'full', long_output: false, subagents: true };
const HINTS: Readonly<Record<ExportFormat, string>> = {
  md: 'A page of text, for a bead, a wiki or a pull request.',
  html: 'One file for any browser: no scripts, nothing fetched.',
  json: 'Everything as data, for a program.',
};

/** What one question may name, and more than most files should hold. */
const MOST = 500;

/** `argument`: which sessions, as `export-scope.logic.ts` writes it. */
export function ExportDialog({ argument, close }: { argument: string; close: () => void }) {
  const scope = readExportScope(argument);
  if (scope === null) return null;
  return scope.search === null ? (
    <ExportSessions scope={scope} close={close} />
  ) : (
    <ExportFound scope={scope} search={scope.search} close={close} />
  );
}

type ExportProps = { readonly scope: ExportScope; readonly close: () => void };

/** All that is found, whether it was scrolled to or not. */
function ExportFound({ scope, search, close }: ExportProps & { readonly search: string }) {
  const { data, error } = useQueryEntry('history.results', { text: search, limit: MOST });
  const ids = data?.results.map(({ session }) => session.id) ?? [];
  const rest = (data?.totals.sessions ?? 0) - ids.length;
  return (
    <ExportSessions
      scope={{ ...scope, ids }}
      close={close}
      refused={error?.failure ?? null}
      {...(rest > 0 ? { cut: `The newest ${MOST}: one file holds no more. ${rest} more were found.` } : {})}
    />
  );
}

type ExportSessionsProps = ExportProps & {
  /** Which sessions these are could not be found out. */
  readonly refused?: { readonly code: string } | null;
  /** Not all that was asked for. */
  readonly cut?: string;
};

function ExportSessions({ scope, close, refused = null, cut }: ExportSessionsProps) {
  const client = useClient();
  const tell = useTell();
  const { notices } = useSettings();
  const choices = scopeChoices(scope);
  const [of, setOf] = useState(choices[0]?.value ?? 'these');
  const [format, keepFormat] = useLayoutValue<ExportFormat>('export_format', (kept) =>
    kept === 'html' || kept === 'json' ? kept : 'md',
  );
  const [options, setOptions] = useState(FIRST);
  const [state, setState] = useState<'ready' | 'writing' | 'copying'>('ready');
  const [failure, setFailure] = useState<{ readonly code: string } | null>(null);
  const wrong = failure ?? refused;
  const words = wrong === null ? null : historySentences(wrong);
  const isEmpty = scope.ids.length === 0 ? 'They are being looked for' : null;

  const read = async (next: 'writing' | 'copying') => {
    setState(next);
    setFailure(null);
    const chain = choices.find(({ value }) => value === of)?.chain;
    const answer = await client.ask('history.export', {
      ids: chain === undefined ? (scope.ids as SessionId[]) : [],
      ...(chain === undefined ? {} : { chain }),
      format,
      ...options,
    });
    setState('ready');
    if (answer.ok) return answer.value;
    setFailure(answer.error);
    return null;
  };
  const save = async () => {
    const began = performance.now();
    const file = await read('writing');
    if (file === null) return;
    saveText(file.name, file.media_type, file.text);
    close();
    const title = `Exported ${count(file.sessions, 'session')}`;
    const text =
      file.missing.length === 0
        ? file.name
        : `${file.name}. Of ${count(file.missing.length, 'session')} nothing is left to export.`;
    // Whoever waited so long may be looking elsewhere by now.
    if (notices.job !== 'off' && isLong(performance.now() - began))
      tell({ kind: 'job', key: `export ${began} ${file.name}`, title, text, sessionId: null }, null);
    else showToast({ title, text, tone: 'good' });
  };
  const copy = async () => {
    const file = await read('copying');
    if (file !== null) await copyText(file.text, 'Copied');
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={
        scope.search !== null || scope.ids.length > 1
          ? `Export ${count(scope.ids.length, 'session')}`
          : 'Export'
      }
      onSubmit={() => void (isEmpty === null && save())}
      failure={words && <FailureNotice words={words} />}
      footerNote="Secrets are taken out, as everywhere."
      footer={
        <>
          <Button
            disabledReason={isEmpty}
            isLoading={state === 'copying'}
            loadingLabel="Reading…"
            onClick={() => void copy()}
          >
            Copy
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={isEmpty}
            isLoading={state === 'writing'}
            loadingLabel="Writing…"
          >
            Export
          </Button>
        </>
      }
    >
      <div className={styles['fields']}>
        {cut !== undefined && <p role="status">{cut}</p>}
        {choices.length > 1 && (
          <div className={styles['field']}>
            <span>What</span>
            <Segments label="What" value={of} choices={choices} onChange={setOf} />
          </div>
        )}
        <div className={styles['field']}>
          <span>Format</span>
          <Segments label="Format" value={format} choices={FORMATS} onChange={keepFormat} />
          <small>{HINTS[format]}</small>
        </div>
        <div className={styles['field']}>
          <span>Tools</span>
          <Segments
            label="Tools"
            value={options.tools}
            choices={TOOLS}
            onChange={(tools) => setOptions({ ...options, tools })}
          />
        </div>
        <Checkbox
          label="What Claude thought"
          isChecked={options.thinking}
          onChange={(thinking) => setOptions({ ...options, thinking })}
        />
        <Checkbox
          label="Threads of sub-agents"
          isChecked={options.subagents}
          onChange={(subagents) => setOptions({ ...options, subagents })}
        />
        <Checkbox
          label="Long answers of tools in full"
          hint="Else they are cut after 60 lines, and that is said."
          isChecked={options.long_output}
          disabledReason={options.tools === 'full' ? null : 'Answers of tools are left out'}
          onChange={(long_output) => setOptions({ ...options, long_output })}
        />
      </div>
    </Dialog>
  );
}
