import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { root } from './served-app.mjs';

const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.html': 'text/html' };

/** The window's first script with the same imports, all of them kept, and nothing of ours drawn: React draws one line. */
function emptied(code) {
  const imports = code.match(/^import .+;$/gm) ?? [];
  const names = [...code.matchAll(/^import \{([^}]+)\}/gm)].flatMap(([, list]) => list.split(','));
  return `${imports.join('\n')}
import { createElement } from 'react';
globalThis.kept = [${names.join(',')}];
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));`;
}

/** An empty React page of the window's own bundle split, built as the window is and served from `folder`. */
export async function serveEmptyPage(folder) {
  const { resolveConfig } = await import('electron-vite');
  const { build } = await import('vite');
  process.env.NODE_ENV = 'production';
  const { config } = await resolveConfig({ root }, 'build', 'production');
  const entry = join(root, 'src-renderer', 'app', 'main.tsx');
  await build({
    ...config.renderer,
    configFile: false,
    logLevel: 'error',
    build: { ...config.renderer.build, outDir: folder, emptyOutDir: true },
    plugins: [
      ...config.renderer.plugins,
      {
        name: 'empty-page',
        enforce: 'pre',
        transform: (code, id) => (id === entry ? { code: emptied(code), map: null } : null),
      },
    ],
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const file = pathname === '/' ? '/index.html' : pathname;
    try {
      const body = readFileSync(join(folder, file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}
