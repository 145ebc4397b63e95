import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * A thread begins with a file of its own, beside the few it imports later: as one entry among those of the program it would
 * be made of thirty pieces, each looked up and compiled by itself, at every start of a thread. It is CommonJS: a thread that
 * begins with a module first loads all that modules need, a sixth of its start.
 */
export async function makeHistoryWorker() {
  const made = await rolldown({
    input: { 'history-worker': at('src-main/compose/history-worker.ts') },
    platform: 'node',
    external: ['libsql', 'yaml'],
    resolve: { alias: { '@domain': at('src-shared/domain'), '@contract': at('src-shared/contract') } },
    // To make a schema changes nothing: those that no thread asks are left out.
    treeshake: { manualPureFunctions: ['z'] },
  });
  // Names stay as they are, for whoever reads a trace.
  const minify = { mangle: false, compress: true, codegen: { removeWhitespace: true } };
  const names = { entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };
  const { output } = await made.generate({ format: 'cjs', sourcemap: true, minify, ...names });
  const watched = await made.watchFiles;
  await made.close();
  const files = output.map((each) => ({
    fileName: each.fileName,
    source: each.type === 'chunk' ? each.code : each.source,
  }));
  return { files, watched };
}
