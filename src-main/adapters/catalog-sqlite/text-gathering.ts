import type { Database } from './sqlite-driver';

const MEGABYTE = 1024 * 1024;

/** Hurried, the index gathers more before it writes, and puts its pieces together later, a few pages with every write. */
const GATHERING = {
  usual: { hashsize: MEGABYTE, automerge: 4, crisismerge: 16 },
  hurried: { hashsize: 8 * MEGABYTE, automerge: 0, crisismerge: 64 },
} as const;

export function setGathering(db: Database, pace: keyof typeof GATHERING): void {
  for (const [name, value] of Object.entries(GATHERING[pace]))
    db.exec(`INSERT INTO texts (texts, rank) VALUES ('${name}', ${value})`);
}

/** These settings are part of the file: a program that was ended in its hurry has left them there. */
export function endHurry(db: Database): void {
  const held = new Map(
    db
      .prepare('SELECT k, v FROM texts_config')
      .all()
      .map(({ k, v }) => [String(k), Number(v)]),
  );
  const { usual } = GATHERING;
  const isUsual = Object.entries(usual).every(([name, value]) => (held.get(name) ?? value) === value);
  if (!isUsual) setGathering(db, 'usual');
}
