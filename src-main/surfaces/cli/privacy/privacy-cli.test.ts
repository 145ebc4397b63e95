import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';
import { sessionBench } from '../../../testing/session-bench';
import { messageOf, value } from '../../../testing/session-facts';

const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);

describe('beads-console privacy check', () => {
  it('says where something would be taken from a file and why, never what', async () => {
    const cli = cliBench();
    const file = join(cli.project, 'deploy.log');
    writeFileSync(file, `first line\nDB_PASSWORD=hunter2 and ${key}\n`);
    const report = await cli.json('privacy', 'check', 'deploy.log');
    expect(report).toMatchObject({
      file,
      level: 'redacted',
      findings: [
        { line: 2, column: 13, length: 7, rule: 'secret-assignment' },
        { line: 2, column: 25, length: 40, rule: 'key-shape' },
      ],
      counts: [
        { tool: null, rule: 'key-shape', count: 1 },
        { tool: null, rule: 'secret-assignment', count: 1 },
      ],
    });
    const told = await cli.run('privacy', 'check', 'deploy.log');
    expect(told.out).toContain('the shape of a known key or token');
    expect(JSON.stringify([report, told])).not.toMatch(/hunter2|a1B2a1B2/);
    expect(await cli.json('privacy', 'check', 'deploy.log', '--level', 'shapes')).toMatchObject({
      findings: [{ rule: 'key-shape' }],
    });
  });

  it('of a session: what was taken, what a stricter policy would take now, and a broken file', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.messages.append(id, [messageOf(1, `use ${key}`), messageOf(2, 'plain')]));
    await service.shutdown();
    const cli = cliBench({ at: bench });
    expect(await cli.json('privacy', 'check', id.slice(0, 8))).toMatchObject({
      session_id: id,
      messages: 2,
      taken: [{ tool: null, rule: 'key-shape', count: 1 }],
      would_take: [],
      policy: { Read: 'full' },
      broken_files: [],
    });
    mkdirSync(join(bench.project, '.gastown'));
    writeFileSync(join(bench.project, '.gastown/privacy.yaml'), 'tool_privacy: yes please');
    const told = await cli.run('privacy', 'check', id);
    expect(told.err).toContain('privacy.yaml is broken');
    expect(await cli.json('privacy', 'check', id)).toMatchObject({ policy: { '*': 'metadata' } });
  });

  it('an unknown session is not found', async () => {
    expect((await cliBench().run('privacy', 'check', 'ffffffff')).code).toBe(3);
  });
});
