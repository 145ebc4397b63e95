import { noUsage, type TokenUsage } from '@domain/cost/usage';
import type { LineFacts } from './line-facts';
import { NumberRows } from './number-rows';

/** One billed message of a session: of the lines that repeat it, the one with the largest output. */
export type Billed = {
  readonly atMs: number;
  readonly model: string;
  readonly isSidechain: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
};

/** What a row is made of, behind its key. */
export const BILLED_NUMBERS = 9;
const AT_MS = 1;
const KIND = 2;
const IN = 3;
const OUT = 4;
const READ = 5;
const WRITE = 6;
const WRITE_5M = 7;
const WRITE_1H = 8;

/** What a session was billed for, by the key of the message. */
export class BilledRows {
  models: readonly string[];
  readonly #rows: NumberRows;

  constructor(packed?: Uint8Array, models: readonly string[] = []) {
    this.#rows = new NumberRows(BILLED_NUMBERS, packed);
    this.models = models;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** All rows one after the other. */
  get numbers(): Float64Array {
    return this.#rows.filled;
  }

  /** These rows and no others; they are copied. */
  replace(rows: Float64Array, models: readonly string[]): void {
    this.#rows.replace(rows);
    this.models = models;
  }

  has(key: number): boolean {
    return this.#rows.has(key);
  }

  keys(): Generator<number> {
    return this.#rows.keys();
  }

  /** Of two lines of one message the one with the larger output is billed, at the time of the earlier. */
  add(line: LineFacts): void {
    const known = this.#rows.find(line.billKey);
    if (known === -1) {
      const at = this.#rows.add(line.billKey);
      this.#rows.numbers[at + AT_MS] = line.atMs;
      this.#set(at, line, line.isSidechain);
      return;
    }
    const { numbers } = this.#rows;
    if (line.atMs < (numbers[known + AT_MS] ?? 0)) numbers[known + AT_MS] = line.atMs;
    const kind = numbers[known + KIND] ?? 0;
    const isSidechain = line.isSidechain || (kind & 1) === 1;
    if (line.tokensOut > (numbers[known + OUT] ?? 0)) this.#set(known, line, isSidechain);
    else if (isSidechain) numbers[known + KIND] = kind | 1;
  }

  /** What they sum up to, without those of these keys. A history has a hundred thousand: an object for each takes the time. */
  sum(without: ReadonlySet<number>): { readonly usage: TokenUsage; readonly sidechains: number } {
    const { numbers } = this;
    const usage = { ...noUsage };
    let sidechains = 0;
    for (let at = 0; at < numbers.length; at += BILLED_NUMBERS) {
      if (without.size > 0 && without.has(numbers[at] ?? 0)) continue;
      sidechains += (numbers[at + KIND] ?? 0) & 1;
      usage.tokens_in += numbers[at + IN] ?? 0;
      usage.tokens_out += numbers[at + OUT] ?? 0;
      usage.cache_read_tokens += numbers[at + READ] ?? 0;
      usage.cache_write_tokens += numbers[at + WRITE] ?? 0;
      usage.cache_write_5m_tokens += numbers[at + WRITE_5M] ?? 0;
      usage.cache_write_1h_tokens += numbers[at + WRITE_1H] ?? 0;
    }
    return { usage, sidechains };
  }

  /** Each message that is none of these, as numbers: nothing is made for it. `usage` is another one's by the next call. */
  each(without: ReadonlySet<number>, tell: (usage: TokenUsage, model: string, atMs: number) => void): void {
    const { numbers } = this;
    const usage = { ...noUsage };
    for (let at = 0; at < numbers.length; at += BILLED_NUMBERS) {
      if (without.size > 0 && without.has(numbers[at] ?? 0)) continue;
      usage.tokens_in = numbers[at + IN] ?? 0;
      usage.tokens_out = numbers[at + OUT] ?? 0;
      usage.cache_read_tokens = numbers[at + READ] ?? 0;
      usage.cache_write_tokens = numbers[at + WRITE] ?? 0;
      usage.cache_write_5m_tokens = numbers[at + WRITE_5M] ?? 0;
      usage.cache_write_1h_tokens = numbers[at + WRITE_1H] ?? 0;
      tell(usage, this.models[(numbers[at + KIND] ?? 0) >> 1] ?? '', numbers[at + AT_MS] ?? 0);
    }
  }

  /** How many of each model. */
  countModels(): Map<string, number> {
    const { numbers } = this;
    const counts = this.models.map(() => 0);
    for (let at = KIND; at < numbers.length; at += BILLED_NUMBERS) {
      const model = (numbers[at] ?? 0) >> 1;
      counts[model] = (counts[model] ?? 0) + 1;
    }
    return new Map(
      this.models
        .map((model, index) => [model, counts[index] ?? 0] as const)
        .filter(([, count]) => count > 0),
    );
  }

  *values(): Generator<Billed> {
    for (const [, billed] of this) yield billed;
  }

  *[Symbol.iterator](): Generator<[key: number, billed: Billed]> {
    const { numbers, size } = this.#rows;
    for (let at = 0; at < size * BILLED_NUMBERS; at += BILLED_NUMBERS) {
      const kind = numbers[at + KIND] ?? 0;
      const billed = {
        atMs: numbers[at + AT_MS] ?? 0,
        model: this.models[kind >> 1] ?? '',
        isSidechain: (kind & 1) === 1,
        tokensIn: numbers[at + IN] ?? 0,
        tokensOut: numbers[at + OUT] ?? 0,
        cacheRead: numbers[at + READ] ?? 0,
        cacheWrite: numbers[at + WRITE] ?? 0,
        cacheWrite5m: numbers[at + WRITE_5M] ?? 0,
        cacheWrite1h: numbers[at + WRITE_1H] ?? 0,
      };
      yield [numbers[at] ?? 0, billed];
    }
  }

  #set(at: number, line: LineFacts, isSidechain: boolean): void {
    const { numbers } = this.#rows;
    let model = this.models.indexOf(line.model);
    if (model === -1) {
      model = this.models.length;
      this.models = [...this.models, line.model];
    }
    numbers[at + KIND] = model * 2 + (isSidechain ? 1 : 0);
    numbers[at + IN] = line.tokensIn;
    numbers[at + OUT] = line.tokensOut;
    numbers[at + READ] = line.cacheRead;
    numbers[at + WRITE] = line.cacheWrite;
    numbers[at + WRITE_5M] = line.cacheWrite5m;
    numbers[at + WRITE_1H] = line.cacheWrite1h;
  }
}
