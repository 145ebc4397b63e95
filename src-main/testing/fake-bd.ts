import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs as a process of its own, like the real one; see fake-bd-program.mjs for what it can be told. */
export const FAKE_BD = fileURLToPath(new URL('./fake-bd-program.mjs', import.meta.url));

export type FakeBdOrders = {
  readonly version?: string;
  readonly mood?:
    | 'hang'
    | 'hang-family'
    | 'hang-after'
    | 'garbage'
    | 'silent'
    | 'locked'
    | 'frozen'
    | 'stderr-json'
    | 'stdout-json'
    | 'stderr-text'
    | 'usage'
    | 'skew'
    | 'wrong-id'
    | 'flood';
  /** The one command the mood is for; every command without it. */
  readonly only?: string;
  readonly envelope?: boolean;
  readonly journal?: string;
};

export function orderFakeBd(project: string, orders: FakeBdOrders): void {
  const beads = join(project, '.beads');
  mkdirSync(beads, { recursive: true });
  writeFileSync(join(beads, 'fake-bd.json'), JSON.stringify(orders));
}

/** The commands it received so far, by first words. */
export function callsOfFakeBd(project: string): readonly (readonly string[])[] {
  return linesOf(join(project, '.beads', 'fake-bd.calls')).map((line) => JSON.parse(line) as string[]);
}

/** Process ids of the calls that hang, or hung. */
export function hangingCalls(project: string): readonly number[] {
  return linesOf(join(project, '.beads', 'fake-bd.hanging')).map(Number);
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
