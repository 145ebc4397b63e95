import { join } from 'node:path';
import type { DemoError } from '@domain/demo';
import { err, ok, type Result } from '@domain/result';
import { initJsonlProject } from '../adapters/bd-jsonl/init-jsonl-project';
import { createFindClaude, type FindClaude } from '../adapters/claude-cli/find-claude';
import { demoClaudeEnvironment, demoEnvironment, seedClaudeConfig } from '../adapters/demo/demo-claude';
import { type DemoPlace, makeDemoPlace, sweepDemos } from '../adapters/demo/demo-place';
import { fillDemoProject } from '../adapters/demo/demo-project';
import { type ScriptedModel, startScriptedModel } from '../adapters/demo/scripted-model';
import { findProgram } from '../adapters/programs/path-programs';

type Env = { readonly [name: string]: string | undefined };

export type Demo = {
  /** For the program that shows it: nothing of the person's is in here but PATH and the like. */
  readonly env: Record<string, string>;
  readonly project: string;
  /** The model ends; the folder too, unless its owner still writes there (Electron). */
  close(options?: { keepsFolder: boolean }): Promise<void>;
};

export type MakeDemoDeps = {
  /** The person's own: where Claude is found, and how fast the story is told. */
  readonly env: Env;
  readonly resources: string;
  readonly find?: FindClaude;
  readonly place?: DemoPlace;
  /** Off: the board is worth seeing without Claude too, and starting it says what is missing. */
  readonly needsClaude: boolean;
};

/** Project, home and configuration in one throw-away folder, and a scripted model beside it. */
export async function makeDemo(deps: MakeDemoDeps): Promise<Result<Demo, DemoError>> {
  const { env, needsClaude } = deps;
  const find =
    deps.find ?? createFindClaude({ env, findProgram: (where: Env) => findProgram('claude', where) });
  const found = await find();
  // A clone has a claude of its own, for its tests; where a person has none it does for a demo.
  const claude = found.ok ? found.value.path : env['BEADS_CONSOLE_DEMO_CLAUDE'] || null;
  if (claude === null && needsClaude && !found.ok) return found;
  if ((await findProgram('git', env)) === null) return err({ code: 'demo-needs-git' });

  await sweepDemos();
  const place = deps.place ?? makeDemoPlace();
  const resources = unpacked(deps.resources);
  const source = join(resources, 'demo');
  let model: ScriptedModel | null = null;
  try {
    const own = demoEnvironment(env, place);
    await seedClaudeConfig(place);
    await fillDemoProject({
      source,
      project: place.project,
      env: own,
      nowMs: Date.now(),
      initBeads: (folder) => {
        const made = initJsonlProject(folder, 'tide');
        if (!made.ok) throw new Error(made.error.code);
      },
    });
    model = await startScriptedModel({
      server: join(resources, 'scripted-model', 'scripted-messages-api.mjs'),
      scenario: join(source, 'scenario.json'),
      project: place.project,
      pace: paceOf(env),
    });
    const started = model;
    return ok({
      env: { ...own, ...demoClaudeEnvironment(claude, started.url) },
      project: place.project,
      async close({ keepsFolder } = { keepsFolder: false }) {
        await started.close();
        if (!keepsFolder) await place.remove();
      },
    });
  } catch (error) {
    await model?.close();
    await place.remove();
    return err({ code: 'demo-not-made', detail: error instanceof Error ? error.message : String(error) });
  }
}

function paceOf(env: Env): number {
  const pace = Number(env['BEADS_CONSOLE_DEMO_PACE'] ?? '1');
  return Number.isFinite(pace) && pace >= 0 ? pace : 1;
}

/** In a packed app these lie beside the archive: another process has to read them. */
function unpacked(resources: string): string {
  return resources.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');
}
