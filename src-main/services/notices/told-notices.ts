import { z } from 'zod';
import type { SmallFile } from '../../ports/small-files';

const ToldFile = z.looseObject({ version: z.literal(1), keys: z.array(z.string()) });
const MOST_KEYS = 500;

/** Notices that are given once, from one start to the next. Never worth an error: what cannot be kept is told again. */
export type ToldNotices = {
  /** True for the first who asks. */
  claim(key: string): Promise<boolean>;
};

export function createToldNotices(file: SmallFile): ToldNotices {
  let told: readonly string[] | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const claim = async (key: string): Promise<boolean> => {
    told ??= await load(file);
    if (told.includes(key)) return false;
    told = [...told, key].slice(-MOST_KEYS);
    await file.replace(`${JSON.stringify({ version: 1, keys: told }, null, 2)}\n`);
    return true;
  };
  return {
    claim(key) {
      const work = () => claim(key);
      const next = queue.then(work, work);
      queue = next;
      return next;
    },
  };
}

async function load(file: SmallFile): Promise<readonly string[]> {
  const text = await file.read();
  if (!text.ok || text.value === null) return [];
  try {
    const parsed = ToldFile.safeParse(JSON.parse(text.value));
    return parsed.success ? parsed.data.keys : [];
  } catch {
    return [];
  }
}
