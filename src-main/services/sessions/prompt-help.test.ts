import { expect, it } from 'vitest';
import { createManualClock } from '../../testing/manual-clock';
import { createPromptHelp } from './prompt-help';

const ship = { name: 'ship', description: 'Ship it', source: 'project' as const };

function makeHelp() {
  const asked: string[] = [];
  const clock = createManualClock();
  const help = createPromptHelp(
    {
      async files(cwd) {
        asked.push(cwd);
        return { paths: ['a/one.ts', 'two.ts'], isComplete: true };
      },
      commands: async () => [ship],
    },
    { pictures: { read: async () => null }, calls: { read: async () => null } },
    clock,
  );
  return { help, asked, clock };
}

it('a folder is listed once while a person types, and again later', async () => {
  const { help, asked, clock } = makeHelp();
  expect(await help.files('/p', 'one', 10)).toEqual({ files: ['a/one.ts'], is_complete: true });
  expect(await help.files('/p', 'tw', 10)).toEqual({ files: ['two.ts'], is_complete: true });
  expect(asked).toEqual(['/p']);
  clock.turn(11_000);
  await help.files('/p', '', 10);
  expect(asked).toEqual(['/p', '/p']);
});

it('what Claude lists itself counts; files say what they are', async () => {
  const { help } = makeHelp();
  const names = async (told: string[] | null) =>
    (await help.commands('/p', told)).commands.map(({ name, source }) => `${name} ${source}`);
  expect(await names(null)).toEqual(expect.arrayContaining(['clear claude', 'compact claude']));
  expect(await names(['ship', 'compact', 'odd'])).toEqual(['compact claude', 'odd claude', 'ship project']);
});
