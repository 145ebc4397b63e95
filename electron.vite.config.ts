import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { makeHistoryWorker } from './tools/history-worker.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = { '@domain': at('./src-shared/domain'), '@contract': at('./src-shared/contract') };

/** The thread of the history has a bundle of its own. */
function historyWorker(): Plugin {
  return {
    name: 'history-worker',
    async buildStart() {
      const { files, watched } = await makeHistoryWorker();
      for (const file of watched) this.addWatchFile(file);
      for (const file of files) this.emitFile({ type: 'asset', ...file });
    },
  };
}

const start = at('./src-renderer/app/main.tsx');
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
let reached: ReadonlySet<string> | null = null;

/**
 * What the first screen needs is one script and one style sheet: sixty small ones wait for each other at the browser's six
 * connections. What only `import()` reaches stays in files of its own.
 */
function firstLoad(id: string, modules: Modules): string | null {
  reached ??= reachedFrom(start, modules);
  return id !== start && reached.has(id) ? 'first' : null;
}

function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const id of found)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) {
      // What arrives was checked by the program; the first screen takes the types alone (`import type`).
      if (next.includes('/node_modules/zod/')) throw new Error(`the first screen reaches zod by ${id}`);
      found.add(next);
    }
  return found;
}

export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [historyWorker()],
    build: {
      outDir: 'out/main',
      // `dependencies` stay outside: plain `node out/main/cli.js` finds them in node_modules, and so does the packed app.
      // But these three come in: loaded file by file from there they are more than half of a start (bench/startup).
      externalizeDeps: { exclude: ['commander', 'ws', 'zod'] },
      sourcemap: true,
      rollupOptions: {
        input: { index: at('./src-main/index.ts'), cli: at('./src-main/cli.ts') },
        output: { chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: at('./src-preload/index.ts') },
        // A sandboxed preload is loaded as CommonJS, whatever package.json says.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('./src-renderer'),
    resolve: { alias },
    plugins: [react()],
    build: {
      outDir: at('./out/renderer'),
      emptyOutDir: true,
      minify: true, // electron-vite leaves the renderer unminified unless told
      // tools/budget.mjs reads it to know what the first load pulls in.
      manifest: true,
      // The content security policy has no data: for scripts or fonts; keep assets as files of their own.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: at('./src-renderer/index.html'),
        output: { codeSplitting: { groups: [{ name: firstLoad }] } },
      },
    },
  },
});
