import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const HOUR_MS = 3_600_000;

const Comment = z.object({ author: z.string(), text: z.string(), hours_ago: z.number() });
/** Told from now, so that the board looks as if somebody had worked on it today. */
const Story = z.object({
  beads: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      hours_ago: z.number(),
      waits_for: z.string().optional(),
      child_of: z.string().optional(),
      comments: z.array(Comment).default([]),
    }),
  ),
});

export type DemoProjectDeps = {
  /** `resources/demo` of the program. */
  readonly source: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** Makes the tracker's own files. */
  readonly initBeads: (folder: string) => void;
};

/** A small project with a past: files, beads and commits. Throws what git or the disk say. */
export async function fillDemoProject(deps: DemoProjectDeps): Promise<void> {
  const { source, project, env, nowMs, initBeads } = deps;
  const before = (hours: number) => new Date(nowMs - hours * HOUR_MS).toISOString();
  const git = (args: readonly string[], hoursAgo: number) => {
    const at = before(hoursAgo);
    return run('git', ['-C', project, ...args], {
      env: { ...env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
    });
  };
  const commit = (message: string, hoursAgo: number) => git(['commit', '-q', '-m', message], hoursAgo);

  await cp(join(source, 'project'), project, { recursive: true });
  await git(['init', '-q', '-b', 'main'], 0);
  await git(['config', 'user.name', 'Ada'], 0);
  await git(['config', 'user.email', 'ada@demo.invalid'], 0);
  await git(['config', 'commit.gpgsign', 'false'], 0);
  await git(['add', 'README.md', 'package.json', 'src/stations.js'], 0);
  await commit('Stations and their offsets', 410);
  await git(['add', '.'], 0);
  await commit('Tide tables by the day', 60);
  initBeads(project);
  const story = Story.parse(JSON.parse(await readFile(join(source, 'beads.json'), 'utf8')));
  const lines = story.beads.map((bead) => JSON.stringify(recordOf(bead, before)));
  await writeFile(join(project, '.beads', 'issues.jsonl'), `${lines.join('\n')}\n`);
  await git(['add', '.'], 0);
  await commit('Track the work in beads', 2);
}

function recordOf(bead: z.infer<typeof Story>['beads'][number], before: (hours: number) => string): object {
  const { hours_ago, waits_for, child_of, comments, ...rest } = bead;
  const edge = (on: string | undefined, type: string) =>
    on === undefined
      ? []
      : [{ issue_id: bead.id, depends_on_id: on, type, created_at: before(hours_ago), created_by: 'ada' }];
  const dependencies = [...edge(waits_for, 'blocks'), ...edge(child_of, 'parent-child')];
  return {
    ...rest,
    created_at: before(hours_ago + 100),
    updated_at: before(hours_ago),
    created_by: 'ada',
    ...(rest.status === 'closed' ? { closed_at: before(hours_ago) } : {}),
    ...(dependencies.length > 0 ? { dependencies } : {}),
    ...(comments.length > 0
      ? {
          comments: comments.map(({ author, text, hours_ago: ago }, index) => ({
            id: index + 1,
            issue_id: bead.id,
            author,
            text,
            created_at: before(ago),
          })),
        }
      : {}),
  };
}
