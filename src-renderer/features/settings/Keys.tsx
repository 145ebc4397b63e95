import type { SettingsPatch } from '@domain/settings';
import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { boundChord, chordFor, type DeclaredAction } from '../../app/keymap/action';
import { useDeclaredActions } from '../../app/keymap/action-store';
import { chordOf, formatChord } from '../../app/keymap/chord.logic';
import { clashing, isKeptByBrowser } from '../../app/keymap/keys.logic';
import { useKeymap } from '../../app/keymap/use-keymap';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Kbd } from '../../ui/Kbd';
import { listBindable } from './keys.logic';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

/** So long the next stroke of a sequence is waited for. */
const NEXT_STROKE_MS = 900;
const MOST_STROKES = 2;

export function Keys({ disabledReason }: SectionProps) {
  const actions = useDeclaredActions();
  const keymap = useKeymap();
  const client = useClient();
  const settings = useSettings();
  const bind = (action: DeclaredAction, chord: string | null) => {
    const keys = chord === null ? 'no key' : formatChord(chord, keymap.platform);
    // The other shell may ship another key: what is shipped is no choice of the person's, and not kept as one.
    const isShipped = chord === chordFor(action, keymap.shell);
    const patch: SettingsPatch = isShipped ? { shipped_keys: [action.id] } : { keys: { [action.id]: chord } };
    void changeSettings(client, settings, patch, `${action.name}: ${keys}`);
  };
  return (
    <ul className={styles['group']}>
      {listBindable(actions).map((action) => (
        <KeyRow
          key={action.id}
          action={action}
          actions={actions}
          disabledReason={disabledReason}
          onBind={(chord) => bind(action, chord)}
        />
      ))}
    </ul>
  );
}

type KeyRowProps = {
  readonly action: DeclaredAction;
  readonly actions: readonly DeclaredAction[];
  readonly disabledReason: string | null;
  readonly onBind: (chord: string | null) => void;
};

function KeyRow({ action, actions, disabledReason, onBind }: KeyRowProps) {
  const keymap = useKeymap();
  const [strokes, setStrokes] = useState<readonly string[] | null>(null);
  const isRecording = strokes !== null;
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const chord = boundChord(action, keymap.remapped, keymap.shell);
  const shipped = chordFor(action, keymap.shell);
  const twins = chord === null ? [] : clashing(actions, keymap, action.id, chord);

  const stop = () => {
    if (waiting.current !== null) clearTimeout(waiting.current);
    waiting.current = null;
    setStrokes(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (strokes === null || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return stop();
    const recorded = chordOf(event.nativeEvent, keymap.platform);
    if (recorded === null) return;
    const all = [...strokes, recorded];
    const bind = () => {
      stop();
      onBind(all.join(' '));
    };
    // A letter alone may be the first of a sequence, as G B is.
    if (recorded.includes('+') || all.length === MOST_STROKES) return bind();
    if (waiting.current !== null) clearTimeout(waiting.current);
    waiting.current = setTimeout(bind, NEXT_STROKE_MS);
    setStrokes(all);
  };

  return (
    <li className={styles['key']}>
      <span className={styles['name']}>
        {action.name}
        {twins.length > 0 && <span className={styles['warning']}> also: {twins[0]?.name}</span>}
        {chord !== null && isKeptByBrowser(chord, keymap.shell) && (
          <span className={styles['warning']}> the browser keeps these keys</span>
        )}
      </span>
      {chord === null ? (
        <span className={styles['own']}>no key</span>
      ) : (
        <Kbd keys={formatChord(chord, keymap.platform)} isCapped />
      )}
      {chord !== shipped && (
        <IconButton
          icon={RotateCcw}
          size="s"
          label={`Back to ${formatChord(shipped, keymap.platform)} for ${action.name}`}
          disabledReason={disabledReason}
          onClick={() => onBind(shipped)}
        />
      )}
      {chord !== null && (
        <IconButton
          icon={X}
          size="s"
          label={`No key for ${action.name}`}
          disabledReason={disabledReason}
          onClick={() => onBind(null)}
        />
      )}
      <Button
        size="s"
        variant="quiet"
        aria-label={isRecording ? `Press the keys for ${action.name}` : `Change the keys of ${action.name}`}
        data-own-keys={isRecording || undefined}
        disabledReason={disabledReason}
        onClick={() => setStrokes([])}
        onBlur={stop}
        onKeyDown={onKeyDown}
      >
        {strokes === null
          ? 'Change'
          : strokes.length === 0
            ? 'Press keys…'
            : `${formatChord(strokes.join(' '), keymap.platform)} …`}
      </Button>
    </li>
  );
}
