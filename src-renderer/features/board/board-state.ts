import { create } from 'zustand';

/** What a card was asked to become and the tracker has not answered yet: bead id -> column id. */
type BoardState = {
  readonly moving: Readonly<Record<string, string>>;
  readonly selected: string | null;
  /** Said once to a screen reader. */
  readonly announcement: string;
};

export const useBoardState = create<BoardState>(() => ({ moving: {}, selected: null, announcement: '' }));

export function select(id: string | null): void {
  useBoardState.setState({ selected: id });
}

export function announce(announcement: string): void {
  useBoardState.setState({ announcement });
}

export function beginMove(id: string, columnId: string): void {
  useBoardState.setState(({ moving }) => ({ moving: { ...moving, [id]: columnId } }));
}

export function endMove(id: string): void {
  useBoardState.setState(({ moving }) => {
    const { [id]: _done, ...rest } = moving;
    return { moving: rest };
  });
}
