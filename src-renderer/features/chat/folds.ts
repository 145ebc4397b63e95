import { create } from 'zustand';

/** What a person opened or closed stays so, also when its row was scrolled away and drawn again. */
type Folds = { readonly open: ReadonlyMap<string, boolean> };

const useFolds = create<Folds>(() => ({ open: new Map() }));

export function useFold(key: string, isOpenAtFirst = false): [boolean, () => void] {
  const isOpen = useFolds((state) => state.open.get(key)) ?? isOpenAtFirst;
  const toggle = () => useFolds.setState(({ open }) => ({ open: new Map(open).set(key, !isOpen) }));
  return [isOpen, toggle];
}
