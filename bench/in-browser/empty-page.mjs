import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, serve } from './served-app.mjs';

/** The window's first script with the same imports, all of them kept, and nothing of ours drawn: React draws one line. */
function emptied(code) {
  const imports = code.match(/^import .+;$/gm) ?? [];
  const names = [...code.matchAll(/^import \{([^}]+)\}/gm)].flatMap(([, list]) => list.split(','));
  return `${imports.join('\n')}
import { createElement } from 'react';
globalThis.kept = [${names.join(',')}];
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));`;
}

/**
 * An empty React page of the window's own bundle split: built as the window is into `folder`, and served by a copy of the
 * same program, so that its files come by the same gate with the same headers.
 */
export async function serveEmptyPage(folder, env) {
  const { resolveConfig } = await import('electron-vite');
  const { build } = await import('vite');
  process.env.NODE_ENV = 'production';
  const { config } = await resolveConfig({ root }, 'build', 'production');
  const entry = join(root, 'src-renderer', 'app', 'main.tsx');
  await build({
    ...config.renderer,
    configFile: false,
    logLevel: 'error',
    build: { ...config.renderer.build, outDir: join(folder, 'out', 'renderer'), emptyOutDir: true },
    plugins: [
      ...config.renderer.plugins,
      {
        name: 'empty-page',
        enforce: 'pre',
        transform: (code, id) => (id === entry ? { code: emptied(code), map: null } : null),
      },
    ],
  });
  cpSync(join(root, 'out', 'main'), join(folder, 'out', 'main'), { recursive: true });
  for (const beside of ['node_modules', 'resources', 'package.json'])
    symlinkSync(join(root, beside), join(folder, beside));
  const server = await serve(env, null, join(folder, 'out', 'main', 'cli.js'));
  // Without the link there is no token: files alone, and no socket.
  return { url: `${new URL(server.loginUrl).origin}/`, stop: server.stop };
}
