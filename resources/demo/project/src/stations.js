/** Hours from UTC, from the given day on; the newest that is not later than a day counts. */
export const seattle = {
  name: 'Seattle',
  mean: 2.1,
  range: 1.4,
  offsets: [
    { from: '2026-03-08', hours: -7 },
    { from: '2026-11-01', hours: -8 },
  ],
};

export function offsetOn(station, day) {
  return station.offsets.findLast(({ from }) => from <= day)?.hours ?? 0;
}
