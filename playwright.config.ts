import { defineConfig } from '@playwright/test';

const isCi = Boolean(process.env['CI']);

/** One set of journeys, two shells. `tools/e2e.mjs` prepares what they need and counts them. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Every journey starts a whole app; beside each other they would measure the machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: isCi,
  // A second look in CI only; the run names the journeys that needed it.
  retries: isCi ? 2 : 0,
  timeout: 180_000,
  expect: {
    timeout: 30_000,
    // Pictures of boxes (box-font.ts): the same on every machine but for the rounding of an edge.
    toHaveScreenshot: {
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
      threshold: 0.2,
      maxDiffPixels: 400,
    },
  },
  snapshotPathTemplate: 'e2e/pictures/{arg}{ext}',
  // A missing picture is a failure; see CONTRIBUTING for how one is made.
  updateSnapshots: isCi ? 'none' : 'missing',
  reporter: [['list'], ['json']],
  use: {
    trace: 'retain-on-failure',
    video: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  // Only what a shell has alone is in a file of its own name.
  projects: [
    { name: 'web', testIgnore: 'electron-*.spec.ts' },
    { name: 'electron', testIgnore: 'web-*.spec.ts' },
  ],
});
