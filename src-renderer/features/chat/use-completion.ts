import type { Session } from '@domain/session/record';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useProject } from '../../app/state/project';
import { useQueryEntry } from '../../bridge/react';
import { type Completable, completableAt, matchingCommands } from './completion.logic';

export type Choice = { readonly value: string; readonly note: string };

export type Completion = {
  readonly kind: Completable['kind'] | null;
  readonly choices: readonly Choice[];
  readonly index: number;
  /** True when the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly take: (choice: Choice) => void;
};

const STALE_MS = 10_000;

/** Files after `@` and commands after `/`. Esc puts the list away until something else is typed. */
export function useCompletion(
  session: Pick<Session, 'id'>,
  text: string,
  caret: number,
  onTake: (at: Completable, choice: string) => void,
): Completion {
  const at = useMemo(() => completableAt(text, caret), [text, caret]);
  const [chosen, setChosen] = useState(0);
  const [putAway, setPutAway] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another beginning, another list
  useEffect(() => setChosen(0), [at?.typed, at?.kind]);
  const choices = useChoices(session.id, at);
  const isOpen = at !== null && choices.length > 0 && putAway !== text;
  const index = Math.min(chosen, choices.length - 1);

  const take = (choice: Choice) => {
    if (at !== null) onTake(at, choice.value);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const current = choices[index];
    if (event.key === 'ArrowDown') setChosen((index + 1) % choices.length);
    else if (event.key === 'ArrowUp') setChosen((index - 1 + choices.length) % choices.length);
    else if (event.key === 'Escape') setPutAway(text);
    else if (current !== undefined && isTaking(event) && current.value !== at?.typed) take(current);
    else return false;
    event.preventDefault();
    return true;
  };
  return { kind: isOpen ? at.kind : null, choices: isOpen ? choices : [], index, onKey, take };
}

const isTaking = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  (key === 'Enter' || key === 'Tab') && !shiftKey && !altKey && !ctrlKey && !metaKey;

function useChoices(id: string, at: Completable | null): readonly Choice[] {
  const project = useProject()?.path;
  const typed = at?.kind === 'file' ? at.typed : '';
  const files = useQueryEntry(
    'sessions.files',
    { project, id, typed },
    { isEnabled: at?.kind === 'file', keepPrevious: true, staleMs: STALE_MS },
  );
  const commands = useQueryEntry(
    'sessions.commands',
    { project, id },
    { isEnabled: at?.kind === 'command', staleMs: STALE_MS },
  );
  if (at === null) return [];
  if (at.kind === 'file') return (files.data?.files ?? []).map((path) => ({ value: path, note: '' }));
  return matchingCommands(commands.data?.commands ?? [], at.typed).map(({ name, description, source }) => ({
    value: name,
    note: [description, source === 'claude' ? '' : source].filter(Boolean).join(' · '),
  }));
}
