import type { ActionMaker } from '../../app/keymap/action';

type FindActs = { readonly places: readonly unknown[]; readonly step: (by: 1 | -1) => void };

/** From one hit in the open transcript to the next. */
export const findActions: ActionMaker<FindActs> = (latest) => {
  const common = {
    section: 'History',
    view: 'history',
    isAvailable: () => latest.current.places.length > 0,
  };
  return [
    {
      id: 'history.next_hit',
      name: 'Next hit in the transcript',
      chord: 'f',
      ...common,
      run: () => latest.current.step(1),
    },
    {
      id: 'history.previous_hit',
      name: 'Previous hit in the transcript',
      chord: 'shift+f',
      ...common,
      run: () => latest.current.step(-1),
    },
  ];
};
