import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = { '@domain': at('./src-shared/domain'), '@contract': at('./src-shared/contract') };

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      outDir: 'out/main',
      // `dependencies` stay outside: plain `node out/main/cli.js` finds them in node_modules, and so does the packed app.
      // But these three come in: loaded file by file from there they are more than half of a start (bench/startup).
      externalizeDeps: { exclude: ['commander', 'ws', 'zod'] },
      sourcemap: true,
      rollupOptions: {
        input: {
          index: at('./src-main/index.ts'),
          cli: at('./src-main/cli.ts'),
          // A thread begins with a file of its own.
          'history-worker': at('./src-main/compose/history-worker.ts'),
        },
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
      rollupOptions: { input: at('./src-renderer/index.html') },
    },
  },
});
