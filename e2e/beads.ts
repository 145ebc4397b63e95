import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

export type Line = Record<string, unknown> & { readonly id: string };

const DAY_MS = 86_400_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

export function line(id: string, title: string, more: Record<string, unknown> = {}): Line {
  return {
    id,
    title,
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: daysAgo(20),
    created_by: 'ada',
    updated_at: daysAgo(3),
    ...more,
  };
}

export const waitsFor = (id: string, on: string) => ({
  issue_id: id,
  depends_on_id: on,
  type: 'blocks',
  created_at: daysAgo(5),
  created_by: 'ada',
});

export const childOf = (id: string, parent: string) => ({ ...waitsFor(id, parent), type: 'parent-child' });

const fileOf = (project: string) => join(project, '.beads', 'issues.jsonl');

/** As an editor or git would: another file takes its place. */
export async function writeLines(project: string, lines: readonly Line[]): Promise<void> {
  await mkdir(join(project, '.beads'), { recursive: true });
  const next = `${fileOf(project)}.next`;
  await writeFile(next, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await rename(next, fileOf(project));
}

export async function readLines(project: string): Promise<Line[]> {
  const text = await readFile(fileOf(project), 'utf8');
  return text
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => JSON.parse(each) as Line);
}

export async function lineOf(project: string, id: string): Promise<Line | undefined> {
  return (await readLines(project)).find((each) => each.id === id);
}

/** Somebody else's change of one bead. */
export async function changeLine(project: string, id: string, patch: Record<string, unknown>): Promise<void> {
  const lines = await readLines(project);
  await writeLines(
    project,
    lines.map((each) =>
      each.id === id ? { ...each, updated_at: new Date().toISOString(), ...patch } : each,
    ),
  );
}

export const columnOf = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

export const cardIn = (page: Page, column: string, id: string): Locator =>
  columnOf(page, column).locator(`[data-bead="${id}"]`);

export const cardOf = (page: Page, id: string): Locator => page.locator(`[data-bead="${id}"]`);

export const HOSTILE: readonly Line[] = [
  line('garden-h1', '<img src=x onerror="document.title=1"><script>alert(1)</script> & <b>bold</b>'),
  line('garden-h2', 'x'.repeat(500)),
  line('garden-h3', 'אבטחה של הגינה \u202Egnp.exe'),
  line('garden-h4', '🌹🌹 👩‍🌾 emoji'),
  line('garden-h5', 'two\nlines\n\nand more'),
  line('garden-h6', '--force --all'),
  line('garden-h7', '$(touch sprung) `id` ; rm -rf ~ && echo "x" | cat'),
];
