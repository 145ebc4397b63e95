import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type BuiltCli = { readonly file: string; remove(): void };

/**
 * The command line as it ships, made from the sources of now: `out/` may be missing or older. It stands inside
 * node_modules, because its dependencies are looked up from where it is.
 */
export async function buildCli(): Promise<BuiltCli> {
  const cache = join(ROOT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'cli-'));
  await buildOne(folder, 'src-main/cli.ts', 'es', 'js');
  await buildOne(folder, 'src-main/compose/history-worker.ts', 'cjs', 'cjs');
  return {
    file: join(folder, 'main', 'cli.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function buildOne(folder: string, input: string, format: 'es' | 'cjs', extension: string) {
  return build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: {
      alias: { '@domain': join(ROOT, 'src-shared/domain'), '@contract': join(ROOT, 'src-shared/contract') },
    },
    // As in electron.vite.config.ts.
    ssr: { noExternal: ['commander', 'ws', 'zod', /^@modelcontextprotocol\//] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      rollupOptions: {
        input: join(ROOT, input),
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `chunks/[name]-[hash].${extension}`,
        },
      },
    },
  });
}
