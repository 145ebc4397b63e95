import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type BundledScript = { readonly file: string; remove(): void };

/** One source file and what it imports as a script plain node runs, for tests that need processes to kill or to race. */
export async function bundleScript(entry: string): Promise<BundledScript> {
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'script-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: {
      alias: { '@domain': join(ROOT, 'src-shared/domain'), '@contract': join(ROOT, 'src-shared/contract') },
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { input: { script: entry }, output: { entryFileNames: '[name].mjs' } },
    },
  });
  return { file: join(folder, 'script.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
