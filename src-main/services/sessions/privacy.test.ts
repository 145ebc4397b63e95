import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { messageOf, value } from '../../testing/session-facts';

const key = `ghp_${'a1B2'.repeat(9)}`;

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('privacy', () => {
  it('L19 no file of ours holds a key, wherever it was typed', async () => {
    const bench = await sessionBench({
      result: `done with ${key}`,
      toolCalls: [
        {
          id: 't',
          tool: 'Bash',
          input: { command: `curl -H ${key} $HOME` },
          output: `got ${key}`,
          success: true,
        },
      ],
    });
    const service = bench.service();
    const { id } = value(
      await service.create({
        folder: bench.project,
        title: `use ${key}`,
        objective: key,
        prompt: `say ${key}`,
        agent_id: key,
        branch: key,
      }),
    );
    value(await service.start({ id, prompt: `raw ${key}` }));
    expect(bench.driver.last().request.prompt).toBe(`raw ${key}`);
    value(await service.setNotes(id, key));
    value(await service.noteFiles(id, [`/tmp/${key}`]));
    expect(await service.tag(id, { mode: 'add', tags: [key] })).toMatchObject({
      error: { code: 'tag-invalid', reason: 'bad-characters' },
    });
    value(await service.messages.append(id, [messageOf(1, key)]));
    value(await service.pause(id));
    const child = value(await service.handOff({ id, seed: `go on with ${key}`, title: key })).child;
    value(await service.rename(child.id, key));
    await service.shutdown();
    const guilty = [...filesUnder(bench.project), ...filesUnder(bench.home)].filter((path) =>
      readFileSync(path, 'utf8').toLowerCase().includes(key.toLowerCase()),
    );
    expect(guilty).toEqual([]);
  });

  it('withholds what a tool wrote, also when its result comes in a later batch', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const at = '2026-01-19T10:00:00.000Z';
    value(
      await service.messages.append(id, [
        {
          id: 'a',
          role: 'assistant',
          timestamp: at,
          content: [
            { type: 'tool_use', id: 'w', tool: 'Write', input: { file_path: '/x', content: 'BODY' } },
          ],
        },
      ]),
    );
    value(
      await service.messages.append(id, [
        {
          id: 'b',
          role: 'user',
          timestamp: at,
          content: [{ type: 'tool_result', tool_use_id: 'w', text: 'BODY again', success: true }],
        },
      ]),
    );
    const page = value(await service.messages.page(id, null, 10));
    expect(page.messages.flatMap(({ content }) => content)).toEqual([
      { type: 'tool_use', id: 'w', tool: 'Write', input: { file_path: '/x', content: '[string]' } },
      {
        type: 'tool_result',
        tool_use_id: 'w',
        text: '',
        success: true,
        withheld: 'metadata',
        output_bytes: 10,
      },
    ]);
  });

  it.each([
    ['title', 'two\nlines\u001b[31m', 'two lines [31m'],
    ['objective', 'keeps\r\nlines\u0007', 'keeps\nlines'],
  ] as const)('a %s cannot steer a terminal', async (field, raw, clean) => {
    const bench = await sessionBench();
    const session = value(await bench.service().create({ folder: bench.project, [field]: raw }));
    expect(session[field]).toBe(clean);
  });
});
