/*
 * A few words to write WebAssembly with: each gives the bytes of an instruction, and `assemble` counts the blocks that a
 * jump leaves. Only what `line-tokens.ts` needs.
 */
export type Code = readonly (number | Node | readonly number[])[];
type Node =
  | { readonly loop: string; readonly body: Code }
  | { readonly when: Code; readonly otherwise?: Code }
  | { readonly again: string };

export const I32 = 0x7f;
export const V128 = 0x7b;
const EMPTY = 0x40;

/** Signed, as constants are written. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const seven = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (seven & 0x40) === 0) || (rest === -1 && (seven & 0x40) !== 0))
      return [...bytes, seven];
    bytes.push(seven | 0x80);
  }
}

export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const tee = (local: number) => [0x22, local];
export const i32 = (value: number) => [0x41, ...signed(value)];
export const call = (index: number) => [0x10, index];
export const load8 = (offset = 0) => [0x2d, 0x00, ...unsigned(offset)];
export const load32 = (offset = 0) => [0x28, 0x00, ...unsigned(offset)];
export const store8 = (offset = 0) => [0x3a, 0x00, ...unsigned(offset)];
export const store32 = (offset = 0) => [0x36, 0x00, ...unsigned(offset)];
export const isZero = 0x45;
export const eq = 0x46;
export const ne = 0x47;
export const less = 0x48;
export const lessUnsigned = 0x49;
export const more = 0x4a;
export const notMoreUnsigned = 0x4d;
export const notLess = 0x4e;
export const countTrailingZeros = 0x68;
export const add = 0x6a;
export const sub = 0x6b;
export const mul = 0x6c;
export const and = 0x71;
export const or = 0x72;
export const shiftLeft = 0x74;
export const shiftRight = 0x76;
export const back = 0x0f;
export const never = 0x00;
export const select = 0x1b;

export const loop = (name: string, ...body: Code): Node => ({ loop: name, body });
export const when = (...body: Code): Node => ({ when: body });
export const choose = (body: Code, otherwise: Code): Node => ({ when: body, otherwise });
export const again = (name: string): Node => ({ again: name });

export function assemble(code: Code, names: readonly string[] = []): number[] {
  return code.flatMap((each): number[] => {
    if (typeof each === 'number') return [each];
    if (!('loop' in each || 'when' in each || 'again' in each)) return [...each];
    if ('again' in each) return [0x0c, names.length - 1 - names.lastIndexOf(each.again)];
    if ('loop' in each) return [0x03, EMPTY, ...assemble(each.body, [...names, each.loop]), 0x0b];
    const inner = [...names, ''];
    const otherwise = each.otherwise === undefined ? [] : [0x05, ...assemble(each.otherwise, inner)];
    return [0x04, EMPTY, ...assemble(each.when, inner), ...otherwise, 0x0b];
  });
}

export type WasmFunction = { readonly locals: readonly number[]; readonly code: Code };

/** A module of functions that take one number and give one; the last of them is `f`, the memory is given from outside. */
export function moduleOf(functions: readonly WasmFunction[]): Uint8Array {
  const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
  const bodies = functions.flatMap(({ locals, code }) => {
    const declared = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type])];
    const body = [...declared, ...assemble(code), 0x0b];
    return [...unsigned(body.length), ...body];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 1, I32, 1, I32]),
    ...section(2, [1, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00, 0x01]),
    ...section(3, [functions.length, ...functions.map(() => 0)]),
    ...section(7, [1, 1, 0x66, 0x00, functions.length - 1]),
    ...section(10, [functions.length, ...bodies]),
  ]);
}
