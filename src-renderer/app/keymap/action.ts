import type { IconType } from '../../ui/Icon';

export type ShellKind = 'electron' | 'serve';

/** A key the browser keeps for itself needs another one in the browser shell. */
export type Chord = string | { readonly electron: string; readonly serve: string };

/**
 * Something a person can do, by key and from the palette. `id` is what the settings file names when a person
 * remaps it, so it does not change: `subject.verb`.
 */
export type Action = {
  readonly id: string;
  readonly name: string;
  readonly run: () => void;
  /** Everything is shipped with a key; a person may take it away. */
  readonly chord: Chord;
  readonly icon?: IconType;
  /** Heading in the palette and the cheat sheet: "Commands" unless told. */
  readonly section?: string;
  /** Other words a person may look for. */
  readonly words?: string;
  /** False: the key falls through and the palette leaves it out. */
  readonly isAvailable?: () => boolean;
  /**
   * Moves the focus, which the palette would take away: a key without a line there (F6, the arrows on the board). It goes on
   * while the key is held.
   */
  readonly isMove?: boolean;
  /** The view it belongs to. Those of two views are never there together, so they may have the same keys. */
  readonly view?: string;
  /** Its keys count only inside of what says `data-own-keys` with this name, where all other letters do nothing. */
  readonly within?: string;
  /** The id of the action it is another key of: the two share a line where keys are listed. */
  readonly secondKeyOf?: string;
};

/** What is known of an action before there is anything to act on: enough to give it other keys. */
export type DeclaredAction = Omit<Action, 'run' | 'isAvailable'>;

/** The actions of a component. They read what they act on only when they run, so they can be told before it is there. */
export type ActionMaker<Acts> = (latest: { readonly current: Acts }) => readonly Action[];

const NOT_THERE = {
  get current(): never {
    throw new Error('An action was asked for what it acts on when it was only declared');
  },
};

export const declarationsOf = <Acts>(make: ActionMaker<Acts>): readonly DeclaredAction[] =>
  make(NOT_THERE).map(({ run: _run, isAvailable: _isAvailable, ...declared }) => declared);

export function chordFor({ chord }: Pick<Action, 'chord'>, shell: ShellKind): string {
  return typeof chord === 'string' ? chord : chord[shell];
}

/** A person's own choice wins, also when it is "none". */
export function boundChord(
  action: Pick<Action, 'id' | 'chord'>,
  remapped: Readonly<Record<string, string | null>>,
  shell: ShellKind,
): string | null {
  const own = Object.hasOwn(remapped, action.id) ? remapped[action.id] : undefined;
  return own === undefined ? chordFor(action, shell) : own;
}
