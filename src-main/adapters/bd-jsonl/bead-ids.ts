import { createHash } from 'node:crypto';
import type { Bead } from '@domain/bead/record';

/** bd's rule: bytes of the hash used for an id of this length. */
const BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 5 };
const MIN_LENGTH = 3;
const MAX_LENGTH = 8;
const MAX_COLLISION_CHANCE = 0.25;
const NONCES = 10;
const MAX_DEPTH = 3;

export type IdSeed = {
  readonly title: string;
  readonly description: string;
  readonly creator: string;
  readonly nowMs: number;
};

export function hashId(prefix: string, seed: IdSeed, length: number, nonce: number): string {
  const nano = BigInt(Math.floor(seed.nowMs)) * 1_000_000n;
  const digest = createHash('sha256')
    .update(`${seed.title}|${seed.description}|${seed.creator}|${nano}|${nonce}`)
    .digest();
  const number = BigInt(`0x${digest.subarray(0, BYTES[length] ?? 3).toString('hex')}`);
  return `${prefix}-${number.toString(36).padStart(length, '0').slice(-length)}`;
}

function shortestLength(count: number): number {
  for (let length = MIN_LENGTH; length < MAX_LENGTH; length += 1)
    if (1 - Math.exp((-count * count) / (2 * 36 ** length)) <= MAX_COLLISION_CHANCE) return length;
  return MAX_LENGTH;
}

/** Free among all ids, those of deleted beads too. */
export function newId(prefix: string, seed: IdSeed, taken: ReadonlySet<string>): string {
  const topLevel = [...taken].filter((id) => !/\.\d+$/.test(id)).length;
  for (let length = shortestLength(topLevel); length <= MAX_LENGTH; length += 1)
    for (let nonce = 0; nonce < NONCES; nonce += 1) {
      const id = hashId(prefix, seed, length, nonce);
      if (!taken.has(id)) return id;
    }
  throw new Error('no free id');
}

/** Null where bd would refuse a deeper one. */
export function childId(parent: string, taken: ReadonlySet<string>): string | null {
  const depth = /(\.\d+)*$/.exec(parent)?.[0].split('.').length ?? 1;
  if (depth > MAX_DEPTH) return null;
  let highest = 0;
  for (const id of taken) {
    if (!id.startsWith(`${parent}.`)) continue;
    const number = Number(/^\d+/.exec(id.slice(parent.length + 1))?.[0] ?? 0);
    if (Number.isSafeInteger(number)) highest = Math.max(highest, number);
  }
  return `${parent}.${highest + 1}`;
}

/** Prefixes may hold hyphens: an id is split at its last one. */
export function commonPrefix(beads: readonly Bead[]): string | null {
  const counts = new Map<string, number>();
  for (const bead of beads) {
    const at = bead.id.lastIndexOf('-');
    if (at > 0) counts.set(bead.id.slice(0, at), (counts.get(bead.id.slice(0, at)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}

export function prefixFromFolder(name: string): string {
  const prefix = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  return prefix === '' ? 'bd' : prefix;
}
