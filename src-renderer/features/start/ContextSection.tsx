import type { ContextPartKind, ContextPreview } from '@domain/session/context-pack';
import { ChevronRight, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { countWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { TextArea } from '../../ui/TextArea';
import styles from './StartDialog.module.css';
import type { StartForm } from './start-form.logic';
import { leftOutWords, partWords } from './start-words.logic';

type ContextSectionProps = {
  readonly form: StartForm;
  readonly preview: ContextPreview;
  readonly change: (change: Partial<StartForm>) => void;
};

/** What goes along with the prompt, each part with its size. */
export function ContextSection({ form, preview, change }: ContextSectionProps) {
  const { parts, tokens, budget_tokens, left_out, redactions } = preview;
  const toggle = (kind: ContextPartKind, isOn: boolean) =>
    change({ parts: isOn ? [...form.parts, kind] : form.parts.filter((one) => one !== kind) });
  const offered = parts.filter(({ kind }) => kind !== 'files' && kind !== 'notes');
  const added = parts.find(({ kind }) => kind === 'files');
  return (
    <section aria-label="Context pack">
      <div className={styles['labels']}>
        <h3 className={styles['heading']}>Context pack</h3>
        <span className={classNames(styles['aside'], tokens > budget_tokens && styles['over'])}>
          with the prompt about {countWords(tokens)} of {countWords(budget_tokens)} tokens
        </span>
      </div>
      <ul className={styles['pack']}>
        {offered.map((part) => {
          const isOn = form.parts.includes(part.kind);
          return (
            <li key={part.kind}>
              <label className={styles['part']}>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={(event) => toggle(part.kind, event.target.checked)}
                />
                <span className="cut" title={part.about}>
                  {partWords(part)}
                </span>
                <span className={styles['size']}>{countWords(part.tokens)}</span>
              </label>
            </li>
          );
        })}
        {form.files.map((pattern) => (
          <li key={pattern} className={styles['part']}>
            <IconButton
              icon={X}
              size="s"
              label={`Leave out ${pattern}`}
              onClick={() => change({ files: form.files.filter((one) => one !== pattern) })}
            />
            <code className="cut">{pattern}</code>
            {pattern === form.files[0] && added !== undefined && (
              <span className={styles['size']}>
                {added.about}, {countWords(added.tokens)}
              </span>
            )}
          </li>
        ))}
        <AddFiles add={(pattern) => change({ files: [...new Set([...form.files, pattern])] })} />
      </ul>
      {(left_out.length > 0 || redactions > 0) && (
        <div className={styles['left']} role="status">
          {left_out.slice(0, 5).map((one) => (
            <p key={`${one.path} ${one.why}`}>{leftOutWords(one)}</p>
          ))}
          {left_out.length > 5 && <p>{left_out.length - 5} more are left out.</p>}
          {redactions > 0 && (
            <p>
              {redactions === 1 ? 'One secret was' : `${redactions} secrets were`} taken out by the privacy
              filter.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function AddFiles({ add }: { add: (pattern: string) => void }) {
  const [text, setText] = useState('');
  const take = () => {
    const pattern = text.trim();
    if (pattern === '') return;
    add(pattern);
    setText('');
  };
  return (
    <li className={styles['part']}>
      <IconButton icon={Plus} size="s" label="Add files to the context pack" onClick={take} />
      <input
        className={styles['add']}
        aria-label="Files or patterns"
        placeholder="Add files: src/**/*.ts, README.md"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          // With something written Enter adds it; the dialog is sent from an empty field.
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
          event.preventDefault();
          take();
        }}
      />
    </li>
  );
}

type PromptSectionProps = {
  readonly form: StartForm;
  readonly preview: ContextPreview;
  readonly change: (change: Partial<StartForm>) => void;
};

/** Folded to its first words; opened it can be edited, and shows all that Claude is told. */
export function PromptSection({ form, preview, change }: PromptSectionProps) {
  const first = form.prompt.trim().replace(/\s+/g, ' ');
  return (
    <details className={styles['fold']}>
      <summary>
        <b>
          <Icon of={ChevronRight} size="xs" />
          First prompt
        </b>
        <span className="cut">{first === '' ? 'None: Claude waits for yours' : first}</span>
        <span className={styles['link']}>Read and edit</span>
      </summary>
      <div className={styles['inside']}>
        <TextArea
          label="Prompt"
          rows={5}
          maxLength={100_000}
          value={form.prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        <TextArea
          label="Notes for Claude"
          rows={2}
          maxLength={100_000}
          value={form.notes}
          hint="Goes along with the context pack."
          onChange={(event) => change({ notes: event.target.value })}
        />
        <details>
          <summary>Exactly what Claude is told</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
          <section tabIndex={0} aria-label="What Claude is told" className={styles['exact']}>
            {preview.text}
          </section>
        </details>
      </div>
    </details>
  );
}
