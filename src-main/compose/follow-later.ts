import type { WorkFollower } from '../services/sessions/kernel';

/** Loaded by the first session that starts: until then git is not needed for it. */
export function followLater(load: () => Promise<WorkFollower>): WorkFollower {
  let loading: Promise<WorkFollower> | null = null;
  let known: WorkFollower | null = null;
  return {
    async lookFirst(session) {
      loading ??= load();
      known = await loading;
      return known.lookFirst(session);
    },
    forget: (id) => known?.forget(id),
    drain: async () => known?.drain(),
  };
}
