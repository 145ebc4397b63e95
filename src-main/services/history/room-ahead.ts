/** How much may be under way at once. Whoever finds no room waits for its turn; the first one always fits. */
export type RoomAhead = { enter(size: number): Promise<void>; leave(size: number): void };

export function createRoomAhead(most: number): RoomAhead {
  let used = 0;
  const waiting: { readonly size: number; readonly go: () => void }[] = [];
  const fits = (size: number) => used === 0 || used + size <= most;
  return {
    async enter(size) {
      if (waiting.length > 0 || !fits(size)) await new Promise<void>((go) => waiting.push({ size, go }));
      else used += size;
    },
    leave(size) {
      used -= size;
      for (let next = waiting[0]; next !== undefined && fits(next.size); next = waiting[0]) {
        waiting.shift();
        used += next.size;
        next.go();
      }
    },
  };
}
