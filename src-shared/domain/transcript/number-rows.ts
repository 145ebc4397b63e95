const FIRST_ROWS = 16;
const NO_NUMBERS = new Float64Array();
const NO_SLOTS = new Int32Array();

/*
 * Rows of numbers, each found by its first one, in flat memory: a history has millions of lines, and an object or a boxed
 * number for each is what a collector drowns in. As bytes they are kept and sent as they are.
 *
 * A class, since there are five for each session: functions that each close over one of them are never fast.
 */
export class NumberRows {
  readonly #width: number;
  #numbers: Float64Array;
  #end: number;
  /** One more than the place of a row for each; made when the first key is looked for. */
  #slots = NO_SLOTS;

  constructor(width: number, packed?: Uint8Array) {
    this.#width = width;
    this.#numbers = packed === undefined ? NO_NUMBERS : numbersOf(packed);
    this.#end = this.#numbers.length - (this.#numbers.length % width);
  }

  get size(): number {
    return this.#end / this.#width;
  }

  /** All rows one after the other; what lies behind the last one means nothing. Another list after `add`. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** All rows and nothing behind them. */
  get filled(): Float64Array {
    return this.#numbers.subarray(0, this.#end);
  }

  /** Where the row of this key begins; -1: there is none. */
  find(key: number): number {
    if (this.#end === 0) return -1;
    if (this.#slots === NO_SLOTS) this.#makeRoom();
    return (this.#slots[this.#slotOf(key)] ?? 0) - 1;
  }

  has(key: number): boolean {
    return this.find(key) !== -1;
  }

  /** A row of noughts for a key that is not there yet: where it begins. */
  add(key: number): number {
    this.#makeRoom();
    const at = this.#end;
    if (at + this.#width > this.#numbers.length) {
      const larger = new Float64Array(Math.max(FIRST_ROWS * this.#width, this.#numbers.length * 2));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[at] = key;
    this.#slots[this.#slotOf(key)] = at + 1;
    this.#end = at + this.#width;
    return at;
  }

  /** These rows and no others; they are copied. */
  replace(rows: Float64Array): void {
    this.#numbers = rows.slice();
    this.#end = rows.length;
    this.#slots = NO_SLOTS;
  }

  *keys(): Generator<number> {
    for (let at = 0; at < this.#end; at += this.#width) yield this.#numbers[at] ?? 0;
  }

  #slotOf(key: number): number {
    const slots = this.#slots;
    const numbers = this.#numbers;
    const mask = slots.length - 1;
    // The lower bits of a hash are as good as any.
    let slot = key & mask;
    for (;;) {
      const place = slots[slot] ?? 0;
      if (place === 0 || numbers[place - 1] === key) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** For one row more; never more than half full. */
  #makeRoom(): void {
    const needed = (this.#end / this.#width + 1) * 2;
    if (needed <= this.#slots.length) return;
    let length = 4 * FIRST_ROWS;
    while (length < needed * 2) length *= 2;
    this.#slots = new Int32Array(length);
    for (let at = 0; at < this.#end; at += this.#width)
      this.#slots[this.#slotOf(this.#numbers[at] ?? 0)] = at + 1;
  }
}

/** Numbers that are ids, as bytes and back. */
export function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function numbersOf(bytes: Uint8Array): Float64Array {
  // Copied: what a database hands out may begin at any byte of a larger buffer.
  return new Float64Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / 8));
}
