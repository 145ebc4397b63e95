/* Rows of 64-bit numbers that are found by the first of them, as `NumberRows` has them. */

/** Where the row with this key begins; 0: there is none. */
export function findRow(slots: i32, mask: i32, key: f64): i32 {
  let slot = slotOf(key, mask);
  while (true) {
    const row = load<i32>(slots + (slot << 2));
    if (row === 0 || load<f64>(row) === key) return row;
    slot = (slot + 1) & mask;
  }
}

/** Makes the row at this place findable. */
export function addRow(slots: i32, mask: i32, row: i32): void {
  let slot = slotOf(load<f64>(row), mask);
  while (load<i32>(slots + (slot << 2)) !== 0) slot = (slot + 1) & mask;
  store<i32>(slots + (slot << 2), row);
}

/** Empties the slots of these rows: all there are, so what follows one of them belongs to others. */
export function clearSlots(slots: i32, mask: i32, rows: i32, count: i32, bytes: i32): void {
  for (let each = 0; each < count; each += 1) {
    let slot = slotOf(load<f64>(rows + each * bytes), mask);
    while (load<i32>(slots + (slot << 2)) !== 0) {
      store<i32>(slots + (slot << 2), 0);
      slot = (slot + 1) & mask;
    }
  }
}

function slotOf(key: f64, mask: i32): i32 {
  return <i32>(<i64>key) & mask;
}
