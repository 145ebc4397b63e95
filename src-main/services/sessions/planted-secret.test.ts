import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { createNoise } from '@domain/privacy/testdata/noise';
import { secretKinds } from '@domain/privacy/testdata/secrets';
import { describe, expect, it } from 'vitest';
import { openFileLog } from '../../adapters/log/file-log';
import { cliBench } from '../../testing/cli-bench';
import { type SessionBench, sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

/** Every kind that is known by its own shape, so that it must go wherever it stands. */
const shaped = secretKinds.filter(
  ({ level, kind }) => level === 'shapes' && !['aws-secret', 'random-hex', 'random-base64'].includes(kind),
);
const secrets = shaped.map(({ make }, index) => make(createNoise(index + 400)));

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The longest piece of a secret that no rule keeps on purpose. */
const leaked = (text: string) => secrets.filter((secret) => text.includes(secret.slice(4)));

async function plantEverywhere(bench: SessionBench, secret: string, index: number): Promise<SessionId> {
  const service = bench.service();
  const at = '2026-01-19T10:00:00.000Z';
  const said = `words ${secret} and more`;
  const { id } = value(
    await service.create({
      folder: bench.project,
      title: said,
      objective: said,
      prompt: said,
      agent_id: secret,
      branch: secret,
    }),
  );
  value(await service.start({ id, prompt: said }));
  value(await service.setNotes(id, said));
  value(await service.setObjective(id, `again ${secret}`));
  value(await service.noteFiles(id, [`/tmp/${secret}.txt`]));
  await service.tag(id, { mode: 'add', tags: [secret, `a${index}`] });
  await service.tag(id, { mode: 'replace', tags: [`b${index}`] });
  await service.noteCommits(id, [secret]);
  await service.talk.prompt(id, said);
  value(
    await service.messages.append(id, [
      { id: 'm1', role: 'user', timestamp: at, content: [{ type: 'text', text: said }] },
      {
        id: 'm2',
        role: 'assistant',
        timestamp: at,
        content: [
          { type: 'thinking', text: said },
          {
            type: 'tool_use',
            id: 'b',
            tool: 'Bash',
            input: { command: `curl -H "X-Key: ${secret}"`, [secret]: { deep: [said] } },
          },
          { type: 'tool_use', id: 'w', tool: 'Write', input: { file_path: `/x/${secret}`, content: said } },
          { type: 'tool_use', id: 'r', tool: 'Read', input: { file_path: '/x', hint: said } },
        ],
        tool_calls: [
          {
            id: 'b',
            tool: 'mcp__a__b',
            input: { q: said },
            output: JSON.stringify({ out: said }),
            success: true,
          },
        ],
      },
      {
        id: 'm3',
        role: 'user',
        timestamp: at,
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'b',
            text: JSON.stringify(JSON.stringify({ value: secret })),
            success: true,
          },
          { type: 'tool_result', tool_use_id: 'r', text: `1\t${secret}\n2\tnext`, success: true },
          { type: 'tool_result', tool_use_id: 'unknown', text: said, success: false },
        ],
      },
    ]),
  );
  value(await service.pause(id));
  const { child } = value(await service.handOff({ id, seed: said, title: said }));
  value(await service.rename(child.id, said));
  return id;
}

describe('a planted secret', () => {
  it('L19 is in no byte of ours, in no answer, export or log, through whatever use case it came', async () => {
    const [first = ''] = secrets;
    const bench = await sessionBench({
      result: `done ${secrets.join(' ')}`,
      toolCalls: [
        {
          id: 't',
          tool: 'Bash',
          input: { command: secrets.join('\n') },
          output: `got ${secrets.join(' ')}`,
          success: true,
        },
      ],
    });
    const ids: SessionId[] = [];
    for (const [index, secret] of secrets.entries()) ids.push(await plantEverywhere(bench, secret, index));
    const service = bench.service();
    const answers: unknown[] = [
      await service.list('everywhere', {}, { limit: 500, offset: 0 }),
      await service.audit.list('everywhere', null, { limit: 500, offset: 0 }),
    ];
    for (const id of ids)
      answers.push(
        await service.messages.exportAs(id, 'md'),
        await service.messages.exportAs(id, 'json'),
        await service.messages.show(id),
        await service.messages.events(id),
        await service.checkPrivacy(id),
      );
    const { log, close } = openFileLog(join(bench.home, 'logs'));
    log.error(`failed with ${first}`, { error: new Error(`spawn ${first}`), deep: { argv: ['--x', first] } });
    close();
    await service.shutdown();
    const cli = cliBench({ at: bench });
    for (const words of [
      ['list'],
      ['show', ids[0] ?? '', '--transcript', '--events'],
      ['export', ids[0] ?? ''],
    ])
      answers.push(await cli.run('sessions', ...words));
    answers.push(await cli.run('audit', 'list', '--json'));

    const files = [...filesUnder(bench.project), ...filesUnder(bench.home)];
    expect(files.length).toBeGreaterThan(ids.length);
    expect(files.filter((path) => leaked(path + readFileSync(path, 'utf8')).length > 0)).toEqual([]);
    expect(answers.flatMap((answer) => leaked(JSON.stringify(answer)))).toEqual([]);
  });
});
