import { type BilledFilter, sessionsBehind } from '@domain/history/billed-days';
import {
  activeDaysOf,
  type CubeLink,
  type CubeSession,
  cellsOf,
  type Figures,
  figuresOf,
} from '@domain/history/figures';
import { firstDayOf } from '@domain/history/period';
import type { ProjectMap } from '@domain/history/project-map';
import type { ReportFilter } from '@domain/history/record';
import type { PriceFinder } from '@domain/history/report';
import { numbersOf } from '@domain/transcript/number-rows';
import { unpackBilled } from '@domain/transcript/tally-bytes';
import type { Catalog } from '../../ports/catalog';
import { createDays } from './make-report';

export type FiguresRequest = ReportFilter & {
  readonly links: readonly (CubeLink & { readonly id: string })[];
};

export type FiguresMaker = {
  make(request: FiguresRequest): Promise<Omit<Figures, 'prices_as_of'>>;
  /** The ids of the sessions that such figures count. */
  behind(filter: BilledFilter): Promise<readonly string[]>;
};

/** Keeps what every session cost per day and model, so that a filter adds up cells instead of reading every message again. */
export function createFigures(
  catalog: () => Catalog,
  price: PriceFinder,
  projects: () => ProjectMap,
  nowMs: () => number,
  priceMark: () => string = () => '',
): FiguresMaker {
  let kept: { readonly mark: string; readonly sessions: readonly CubeSession[] } | null = null;
  const cube = async () => {
    const mark = `${await catalog().changeMark()} ${priceMark()}`;
    if (kept?.mark !== mark) kept = { mark, sessions: await readCube(catalog(), price) };
    return kept.sessions;
  };
  return {
    async make({ since, until, period, project, links }) {
      const dayOf = createDays();
      const day = (at: string | undefined) =>
        at === undefined ? undefined : (dayOf(Date.parse(at)) ?? undefined);
      const today = dayOf(nowMs()) ?? '';
      const firsts = [day(since), period === undefined ? undefined : firstDayOf(period, today)];
      const sinceDay = firsts
        .filter((first) => first !== undefined)
        .toSorted()
        .at(-1);
      const known = new Map(links.map((link) => [link.id, link]));
      const figures = figuresOf(await cube(), known, projects(), { sinceDay, untilDay: day(until), project });
      return { ...figures, today, first_day: sinceDay ?? null };
    },
    behind: async (filter) => sessionsBehind(await cube(), filter),
  };
}

async function readCube(catalog: Catalog, price: PriceFinder): Promise<readonly CubeSession[]> {
  const dayOf = createDays();
  const sessions: CubeSession[] = [];
  await catalog.eachBilled(({ id, cwd, tally, inherited, claudeCost }) => {
    const copies = new Set(numbersOf(inherited));
    const billed = [...unpackBilled(tally)].filter(([key]) => !copies.has(key)).map(([, each]) => each);
    if (billed.length === 0) return;
    const times = billed.map(({ atMs }) => atMs);
    sessions.push({
      id,
      cwd,
      cells: cellsOf(billed, dayOf, price),
      activeMs: activeDaysOf(times, dayOf),
      claudeCost,
    });
  });
  return sessions;
}
