import { firstDayOf } from '@domain/history/period';
import { isOfProject, type ProjectMap } from '@domain/history/project-map';
import type { Report, ReportBy, ReportFilter, ReportRow } from '@domain/history/record';
import { createGrouping, type PriceFinder } from '@domain/history/report';
import { numbersOf } from '@domain/transcript/number-rows';
import { unpackBilled } from '@domain/transcript/tally-bytes';
import type { Catalog } from '../../ports/catalog';

/** What is known elsewhere of a session: the bead it worked on and who did. */
export type SessionLink = {
  readonly id: string;
  readonly bead_id: string | null;
  readonly agent: string | null;
};

export type ReportRequest = {
  readonly by: ReportBy;
  readonly filter: ReportFilter;
  readonly links: readonly SessionLink[];
};

export type ReportParts = {
  readonly price: PriceFinder;
  readonly projects: ProjectMap;
  readonly nowMs: number;
};

/** Every billed message once, in the group it belongs to; what belongs to none is a row of its own. */
export async function makeReport(
  catalog: Catalog,
  { by, filter, links }: ReportRequest,
  { price, projects, nowMs }: ReportParts,
): Promise<Report> {
  const grouping = createGrouping(price);
  const link = new Map(links.map((each) => [each.id, each]));
  const dayOf = createDays();
  const sinceMs = filter.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filter.since);
  const untilMs = filter.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(filter.until);
  const isDated = filter.since !== undefined || filter.until !== undefined;
  const firstDay = filter.period === undefined ? null : firstDayOf(filter.period, dayOf(nowMs) ?? '');
  await catalog.eachBilled(({ id, cwd, tally, inherited }) => {
    if (filter.project !== undefined && !isOfProject(projects, cwd, filter.project)) return;
    const copies = new Set(numbersOf(inherited));
    const fixed = {
      session: id,
      project: projects.keyOf(cwd),
      bead: link.get(id)?.bead_id ?? null,
      agent: link.get(id)?.agent ?? null,
    };
    for (const [key, billed] of unpackBilled(tally)) {
      if (copies.has(key)) continue;
      // A message without a time is in no range of dates.
      if (isDated && !(billed.atMs >= sinceMs && billed.atMs <= untilMs)) continue;
      if (firstDay !== null && (dayOf(billed.atMs) ?? '') < firstDay) continue;
      const group = by === 'day' ? dayOf(billed.atMs) : by === 'model' ? billed.model : fixed[by];
      grouping.add(group, id, billed);
    }
  });
  return { by, rows: inOrder(by, grouping.rows()), total: grouping.total() };
}

/** Days are the person's: where the machine is. */
export function createDays(): (atMs: number) => string | null {
  const known = new Map<number, string>();
  return (atMs) => {
    if (!Number.isFinite(atMs)) return null;
    const hour = Math.floor(atMs / 900_000);
    const met = known.get(hour);
    if (met !== undefined) return met;
    const at = new Date(atMs);
    const two = (value: number) => String(value).padStart(2, '0');
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    known.set(hour, day);
    return day;
  };
}

function inOrder(by: ReportBy, rows: readonly ReportRow[]): ReportRow[] {
  const byKey = (a: ReportRow, b: ReportRow) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
  if (by === 'day') return rows.toSorted(byKey);
  return rows.toSorted((a, b) => b.total_tokens - a.total_tokens || byKey(a, b));
}
