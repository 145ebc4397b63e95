import type { Board, BoardColumnView } from '@domain/bead/board';
import type { BoardQuery } from '@domain/bead/query';
import { useEffect, useMemo, useRef } from 'react';
import type { Action, ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openPanel } from '../../app/state/layout';
import { MODAL, openOverlay, placeOfFocus } from '../../app/state/window';
import { announce, select, useBoardState } from './board-state';
import { columnBeside, type Direction, nextCard, placeOf } from './optimistic.logic';
import type { useMoves } from './use-moves';

type BoardKeys = {
  readonly board: Board;
  readonly columns: readonly BoardColumnView[];
  readonly moves: ReturnType<typeof useMoves>;
  readonly query: BoardQuery;
  readonly openMenu: (id: string) => void;
  /** A dialog of the board is open over it. */
  readonly isCovered: boolean;
};

const MOVES: readonly (readonly [Direction, string, string])[] = [
  ['left', 'arrowleft', 'h'],
  ['down', 'arrowdown', 'j'],
  ['up', 'arrowup', 'k'],
  ['right', 'arrowright', 'l'],
];
/** Within a column the priority is the place of a card. */
const CARRIES = {
  left: 'Move card to the left',
  down: 'Lower the priority of this card',
  up: 'Raise the priority of this card',
  right: 'Move card to the right',
} as const;
const WORDS = { left: 'left', right: 'right', up: 'up', down: 'down' } as const;

/** On a card, on the board itself or nowhere; a button, a link or a field on it has keys of its own. */
const isOnBoard = () => {
  const at = placeOfFocus();
  if (at === null || at === document.body || at.matches('[data-region=view]')) return true;
  return at.closest('[data-board]') !== null && at.closest('button, a, input, textarea, select') === null;
};

const isLost = () => document.activeElement === document.body;

/** Puts the focus on a card that may be drawn only after the list has scrolled to it. */
function focusCard(id: string, isWanted: () => boolean = () => true): void {
  let tries = 0;
  const look = () => {
    const card = document.getElementById(`card-${id}`);
    tries += 1;
    if (!isWanted()) return;
    if (card !== null) card.focus({ preventScroll: false });
    else if (tries < 20) requestAnimationFrame(look);
  };
  look();
}

export const boardKeys: ActionMaker<BoardKeys> = (latest) => {
  const current = () => {
    const { selected } = useBoardState.getState();
    return placeOf(latest.current.columns, selected) === null ? null : selected;
  };
  const onCard = () => isOnBoard() && current() !== null;
  const go = (direction: Direction) => {
    const next = nextCard(latest.current.columns, current(), direction);
    if (next === null) return;
    select(next);
    focusCard(next);
  };
  const carry = (direction: Direction) => {
    const id = current();
    if (id === null) return;
    if (direction === 'up' || direction === 'down')
      return void latest.current.moves.prioritize(id, direction);
    const column = columnBeside(latest.current.columns, id, direction);
    if (column === null) announce(`There is no column to the ${direction}.`);
    else void latest.current.moves.move(id, column);
  };
  const withCard = (run: (id: string) => void) => () => {
    const id = current();
    if (id !== null) run(id);
  };
  const place = { section: 'Board', view: 'board' } as const;
  return [
    ...MOVES.flatMap(([direction, arrow, letter]): Action[] => [
      {
        id: `board.${direction}`,
        name: `Card ${WORDS[direction]}`,
        chord: arrow,
        ...place,
        isMove: true,
        isAvailable: isOnBoard,
        run: () => go(direction),
      },
      {
        id: `board.${direction}-letter`,
        name: `Card ${WORDS[direction]} (letter)`,
        chord: letter,
        secondKeyOf: `board.${direction}`,
        ...place,
        isMove: true,
        isAvailable: isOnBoard,
        run: () => go(direction),
      },
    ]),
    ...MOVES.flatMap(([direction, arrow, letter]): Action[] => {
      const common = { ...place, isAvailable: onCard, run: () => carry(direction) };
      const id = `board.carry-${direction}`;
      return [
        { id, name: CARRIES[direction], chord: `shift+${arrow}`, ...common },
        {
          id: `${id}-letter`,
          name: `${CARRIES[direction]} (letter)`,
          chord: `shift+${letter}`,
          secondKeyOf: id,
          ...common,
        },
      ];
    }),
    {
      id: 'board.move',
      name: 'Move to…',
      chord: 'm',
      ...place,
      isAvailable: onCard,
      run: withCard((id) => latest.current.openMenu(id)),
    },
    {
      id: 'board.open',
      name: 'Open bead',
      chord: 'enter',
      ...place,
      isAvailable: onCard,
      run: withCard((id) => openPanel({ id: 'bead', argument: id })),
    },
    {
      id: 'board.peek',
      name: 'Open bead (space)',
      chord: 'space',
      secondKeyOf: 'board.open',
      ...place,
      isAvailable: onCard,
      run: withCard((id) => openPanel({ id: 'bead', argument: id })),
    },
    {
      id: 'board.start',
      name: 'Start work on this bead',
      chord: 's',
      ...place,
      isAvailable: () => onCard() && latest.current.board.cards.get(current() ?? '')?.isReady === true,
      run: withCard((id) => openOverlay('start-work', id)),
    },
    {
      id: 'board.filter',
      name: 'Filter the board',
      chord: '/',
      ...place,
      run: () => document.querySelector<HTMLInputElement>('[data-board-filter]')?.focus(),
    },
    {
      id: 'board.undo',
      name: 'Undo the last move',
      chord: 'mod+z',
      ...place,
      isAvailable: () => latest.current.moves.canUndo(),
      run: () => void latest.current.moves.undo(),
    },
  ];
};

export function useBoardKeys(keys: BoardKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useKeepFocus(keys);
  const actions = useMemo(() => boardKeys(latest), []);
  useActions(actions);
}

const isInDialog = () => (document.activeElement?.closest('[role=dialog], [role=menu]') ?? null) !== null;

/** A dialog gives the focus back to the card it came from; when that one has moved meanwhile, it is found again here. */
function focusAfterDialog(id: string): () => void {
  let frame = 0;
  let frames = 0;
  const look = () => {
    frames += 1;
    const isOpen = document.querySelector(MODAL) !== null;
    if (!isOpen && document.activeElement === document.body) focusCard(id);
    else if (frames < 60 && (isOpen || frames < 10)) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/** A card that moved keeps the focus; one that vanished gives it to its neighbour. */
function useKeepFocus({ columns, isCovered }: BoardKeys): void {
  const selected = useBoardState((state) => state.selected);
  const lastPlace = useRef<{ column: number; row: number } | null>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const look = () => {
      if (isInDialog()) return;
      hadFocus.current = (document.activeElement?.closest('[data-board]') ?? null) !== null;
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  useEffect(() => {
    const place = placeOf(columns, selected);
    if (place !== null) {
      lastPlace.current = place;
      if (hadFocus.current && isLost() && selected !== null) focusCard(selected, isLost);
      return;
    }
    const before = lastPlace.current;
    if (selected === null || before === null) return;
    const cards = columns[Math.min(before.column, columns.length - 1)]?.cards ?? [];
    const neighbour =
      cards[Math.min(before.row, cards.length - 1)]?.bead.id ?? nextCard(columns, null, 'down');
    select(neighbour);
    if (hadFocus.current && neighbour !== null) focusCard(neighbour, isLost);
  }, [columns, selected]);
  useEffect(() => {
    if (isCovered || !hadFocus.current || selected === null) return;
    return focusAfterDialog(selected);
  }, [isCovered, selected]);
}
