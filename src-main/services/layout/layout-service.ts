import { defaultLayout, Layout, type LayoutError } from '@domain/layout';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { SmallFile } from '../../ports/small-files';

const LayoutFile = z.looseObject({ version: z.literal(1), layouts: z.record(z.string(), Layout) });

/** How a window was arranged, per project. Worth keeping, never worth an error: an unreadable file begins anew. */
export type LayoutService = {
  read(project: string | null): Layout;
  save(project: string | null, layout: Layout): Promise<Result<Layout, LayoutError>>;
};

const placeOf = (project: string | null) => project ?? '';

export async function createLayoutService(file: SmallFile): Promise<LayoutService> {
  let layouts = await load(file);
  let queue: Promise<unknown> = Promise.resolve();

  return {
    read(project) {
      const place = placeOf(project);
      return (Object.hasOwn(layouts, place) ? layouts[place] : undefined) ?? defaultLayout();
    },
    save(project, layout) {
      layouts = { ...layouts, [placeOf(project)]: layout };
      const work = async (): Promise<Result<Layout, LayoutError>> => {
        const saved = await file.replace(`${JSON.stringify({ version: 1, layouts }, null, 2)}\n`);
        if (saved.ok) return ok(layout);
        return err({ code: 'layout-not-saved', file: file.path, detail: saved.error.detail });
      };
      const next = queue.then(work, work);
      queue = next;
      return next;
    },
  };
}

async function load(file: SmallFile): Promise<Record<string, Layout>> {
  const text = await file.read();
  if (!text.ok || text.value === null) return {};
  try {
    const parsed = LayoutFile.safeParse(JSON.parse(text.value));
    return parsed.success ? parsed.data.layouts : {};
  } catch {
    return {};
  }
}
