import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = { '@domain': at('./src-shared/domain'), '@contract': at('./src-shared/contract') };

// A second look in CI only: a machine that is busy with something else must not throw work away. The run says
// which tests needed it (tools/run/vitest.mjs), so that a test that needs it twice is mended.
const retry = process.env['CI'] ? 2 : 0;

export default defineConfig({
  test: {
    // By default one core is left to the runner, which hardly needs it: on a machine of two that is half of it.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src-shared/**/*.ts', 'src-main/**/*.ts', 'src-renderer/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*', '**/testing/**', '**/testdata/**'],
      reporter: ['text-summary'],
    },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          // Modules keep no state of their own here, so files may share a worker's copies: three times as fast.
          isolate: false,
          include: [
            'src-shared/**/*.test.ts',
            'src-main/**/*.test.ts',
            'src-preload/**/*.test.ts',
            'src-renderer/**/*.test.ts',
            'tools/**/*.test.{ts,mjs}',
          ],
          exclude: ['**/*.deep.test.ts', '**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          retry,
        },
      },
      {
        resolve: { alias },
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          // A page is dear, so files share a worker's; `setup.ts` hands it on empty, with modules that remember nothing.
          isolate: false,
          // A test that needs a page is a `.tsx`; every other one runs with the plain functions.
          include: ['src-renderer/**/*.test.tsx'],
          setupFiles: ['src-renderer/testing/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          retry,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'deep',
          include: ['src-*/**/*.deep.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          retry,
          // The long proofs kill and race processes; run beside each other they would only measure the machine.
          fileParallelism: false,
        },
      },
    ],
  },
});
