// Draws docs/pictures/window.png, the picture in the README: the demo as a browser shows it, while Claude asks for an edit.
import { join } from 'node:path';
import { ROOT } from './run/child.mjs';
import { draw, startWork, withDemo } from './run/demo-window.mjs';

const theme = process.argv.includes('--dark') ? 'dark' : 'light';
const target = join(ROOT, 'docs', 'pictures', theme === 'dark' ? 'window-dark.png' : 'window.png');

await withDemo(async (openPage) => {
  const page = await openPage({ colorScheme: theme });
  // The offer of the tour is for a person.
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await startWork(page);
  await page.getByRole('button', { name: 'Allow once' }).waitFor({ timeout: 120_000 });
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await draw(page, target);
});
