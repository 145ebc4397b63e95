import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type Action, boundChord, chordFor } from '../../app/keymap/action';
import { useAllActions } from '../../app/keymap/action-store';
import { chordOf, formatChord } from '../../app/keymap/chord.logic';
import { sameChord } from '../../app/keymap/keys.logic';
import { useKeymap } from '../../app/keymap/use-keymap';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Kbd } from '../../ui/Kbd';
import { listBindable } from './keys.logic';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

export function Keys({ disabledReason }: SectionProps) {
  const actions = useAllActions();
  const keymap = useKeymap();
  const client = useClient();
  const settings = useSettings();
  const bind = (action: Action, chord: string | null) => {
    const keys = chord === null ? 'no key' : formatChord(chord, keymap.platform);
    const shipped = { [action.id]: chordFor(action, keymap.shell) };
    const words = `${action.name}: ${keys}`;
    void changeSettings(client, settings, { keys: { [action.id]: chord } }, words, shipped);
  };
  return (
    <ul className={styles['group']}>
      {listBindable(actions, keymap.shell).map((action) => (
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
  readonly action: Action;
  readonly actions: readonly Action[];
  readonly disabledReason: string | null;
  readonly onBind: (chord: string | null) => void;
};

function KeyRow({ action, actions, disabledReason, onBind }: KeyRowProps) {
  const keymap = useKeymap();
  const [isRecording, setRecording] = useState(false);
  const chord = boundChord(action, keymap.remapped, keymap.shell);
  const shipped = chordFor(action, keymap.shell);
  const twins = chord === null ? [] : sameChord(actions, keymap, action.id, chord);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setRecording(false);
      return;
    }
    const recorded = chordOf(event.nativeEvent, keymap.platform);
    if (recorded === null) return;
    setRecording(false);
    onBind(recorded);
  };

  return (
    <li className={styles['key']}>
      <span className={styles['name']}>
        {action.name}
        {twins.length > 0 && <span className={styles['warning']}> also: {twins[0]?.name}</span>}
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
          label={`Back to ${shipped === null ? 'no key' : formatChord(shipped, keymap.platform)} for ${action.name}`}
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
        onClick={() => setRecording(true)}
        onBlur={() => setRecording(false)}
        onKeyDown={onKeyDown}
      >
        {isRecording ? 'Press keys…' : 'Change'}
      </Button>
    </li>
  );
}
