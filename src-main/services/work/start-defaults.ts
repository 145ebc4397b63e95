import { StartDefaults } from '@domain/work/start-plan';
import { z } from 'zod';
import type { Log } from '../../ports/log';
import type { SmallFile } from '../../ports/small-files';

const DefaultsFile = z.looseObject({ version: z.literal(1), projects: z.record(z.string(), z.unknown()) });
const MOST_PROJECTS = 500;

/** What was chosen last, per project. Worth keeping, never worth an error: an unreadable file begins anew. */
export type StartDefaultsBook = {
  read(project: string): Promise<StartDefaults>;
  save(project: string, chosen: StartDefaults): Promise<void>;
};

export function createStartDefaults(file: SmallFile, log: Log): StartDefaultsBook {
  let queue: Promise<void> = Promise.resolve();
  const load = async (): Promise<Record<string, unknown>> => {
    const text = await file.read();
    if (!text.ok || text.value === null) return {};
    try {
      return DefaultsFile.safeParse(JSON.parse(text.value)).data?.projects ?? {};
    } catch {
      return {};
    }
  };
  return {
    async read(project) {
      await queue;
      const known = new Map(Object.entries(await load()));
      return StartDefaults.safeParse(known.get(project)).data ?? StartDefaults.parse({});
    },
    save(project, chosen) {
      queue = queue.then(async () => {
        const { [project]: _, ...others } = await load();
        const latest = Object.entries(others).slice(-(MOST_PROJECTS - 1));
        const projects = { ...Object.fromEntries(latest), [project]: chosen };
        const saved = await file.replace(`${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
        if (!saved.ok) log.warn('what was chosen for a start was not kept', { detail: saved.error.detail });
      });
      return queue;
    },
  };
}
