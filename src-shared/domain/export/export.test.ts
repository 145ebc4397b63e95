import type { HistorySession } from '@domain/history/record';
import { summaryOf } from '@domain/history/session-summary';
import type { Message } from '@domain/session/message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escaped, htmlMessage } from './export-html';
import { type ExportFormat, ExportOptions } from './export-options';
import { exportFileName } from './session-sheet';
import { shapeMessage } from './shape-message';
import { createThreadWriter, writeExport } from './write-export';

const all = ExportOptions.parse({});
const message: Message = {
  id: 'm1',
  role: 'assistant',
  timestamp: '2026-10-12T09:41:00.000Z',
  content: [
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'It is `Int8`.\n\n```ts\nconst a = 1 < 2;\n```\nDone.' },
    { type: 'tool_use', id: 't1', tool: 'Bash', input: { command: 'npm test', description: 'Tests' } },
  ],
  tool_calls: [
    { id: 't1', tool: 'Bash', input: { command: 'npm test' }, output: 'x\n'.repeat(500), success: true },
  ],
};
const session = {
  id: '0b9f7a52-0000-4000-8000-000000000001',
  owner: 'external',
  title: 'Fix <zones> & "islands"',
  initial_prompt: null,
  status: 'closed',
  outcome: 'done',
  bead_id: 'tide-x8c',
  agent: null,
  models: ['claude-opus-5'],
  cwd: '/home/ada/tide',
  branch: null,
  tags: [],
  started_at: '2026-10-12T09:28:00.000Z',
  ended_at: null,
  updated_at: '2026-10-12T10:28:00.000Z',
  stats: {
    active_ms: 60_000,
    tokens_in: 1,
    tokens_out: 2,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_micro_usd: 3_400_000,
  },
} as unknown as HistorySession;

describe('what of a message is written', () => {
  it('everything, with long answers cut and that said', () => {
    const shaped = shapeMessage(message, all);
    expect(shaped?.content).toHaveLength(3);
    expect(shaped?.tool_calls?.[0]?.output).toMatch(/\[441 more lines left out\]$/);
    expect(shapeMessage(message, { ...all, long_output: true })).toEqual(message);
  });
  it('without thinking and tools only the words', () => {
    const shaped = shapeMessage(message, { ...all, thinking: false, tools: 'none' });
    expect(shaped?.content.map(({ type }) => type)).toEqual(['text']);
    expect(shaped).not.toHaveProperty('tool_calls');
  });
  it('of a tool its name and target', () => {
    const shaped = shapeMessage(message, { ...all, tools: 'names' });
    expect(shaped?.tool_calls).toEqual([
      { id: 't1', tool: 'Bash', input: { command: 'npm test' }, success: true },
    ]);
  });
  it('a message of which nothing is left is none', () => {
    expect(
      shapeMessage(
        { ...message, content: [{ type: 'thinking', text: 'hm' }], tool_calls: [] },
        { ...all, thinking: false },
      ),
    ).toBeNull();
  });
});

const summary = summaryOf(
  session,
  {
    end: 'answered',
    asked: 'Fix <zones>',
    answered: 'It is `Int8`.',
    written: ['/home/ada/tide/src/zone_a*.ts'],
    commits: [{ sha: '1a2b3c4', subject: 'Fix <zones>' }],
  },
  { files: [], commits: [], note: null, generated: null },
);

const written = (format: ExportFormat) => {
  const writer = createThreadWriter(format, all);
  writer.begin(null);
  writer.add([message]);
  writer.begin({ agent_id: 'a1', title: 'Sub-agent: Explore' });
  writer.add([message, message]);
  writer.begin({ agent_id: 'a2', title: 'Sub-agent: Plan' });
  return { session, summary, body: writer.end() };
};

it('JSON is data that can be read back, with the threads of sub-agents', () => {
  const text = writeExport('json', 'tide-x8c', [written('json'), written('json')]);
  const read = JSON.parse(text);
  expect(read).toMatchObject({ version: 1, title: 'tide-x8c' });
  expect(read.sessions[1].session.id).toBe(session.id);
  expect(read.sessions[1].messages).toHaveLength(1);
  expect(read.sessions[1].summary).toEqual(summary);
  expect(read.sessions[0].subagents.map((each: { messages: unknown[] }) => each.messages.length)).toEqual([
    2, 0,
  ]);
  const alone = createThreadWriter('json', all);
  alone.begin(null);
  expect(
    JSON.parse(writeExport('json', null, [{ session, summary, body: alone.end() }])).sessions[0].subagents,
  ).toEqual([]);
});

it('markdown says what it was, each tool once, and the threads of sub-agents', () => {
  const text = writeExport('md', null, [written('md')]);
  expect(text).toContain('# Fix <zones> & "islands"');
  expect(text).toContain('- **Cost:** $3.40');
  expect(text).toContain('## Sub-agent: Explore');
  expect(text).toContain('Closed (done). Claude answered. 1 file written, 1 commit.');
  expect(text).toContain('- src/zone\\_a\\*.ts');
  expect(text).toContain('- 1a2b3c4 Fix \\<zones>');
  expect(text.match(/\*\*Tool Bash\*\*/g)).toHaveLength(3);
});

it('HTML is one file that runs nothing and fetches nothing', () => {
  const text = writeExport('html', 'tide-x8c', [written('html'), written('html')]);
  expect(text).toContain("default-src 'none'");
  expect(text).toContain('<code>Int8</code>');
  expect(text).toContain('<pre>const a = 1 &lt; 2;</pre>');
  expect(text).toContain('<li>1a2b3c4 Fix &lt;zones&gt;</li>');
  expect(text).toContain(`<a href="#s-${session.id}">`);
  expect(text).not.toMatch(/<script|<img|<link|\son[a-z]+=/i);
});

it('whatever a text says, it stays text', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '</div><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '```\n</pre><b>\n```',
      '`<i>`',
      '\u0000\u001b[2J',
    ),
  );
  const tags = /<(?!\/?(?:article|header|time|div|pre|code|details|summary|b|i|p)\b)/;
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const html = htmlMessage({
        ...message,
        timestamp: one,
        content: [
          { type: 'text', text: one },
          { type: 'thinking', text: other },
          { type: 'tool_use', id: 't1', tool: other, input: { command: one } },
          { type: 'image', media_type: other },
        ],
        tool_calls: [{ id: 't1', tool: one, input: {}, output: other, success: false }],
      });
      expect(html).not.toMatch(tags);
      expect(html).not.toMatch(/<[^>]*\son[a-z]+=/i);
      expect(escaped(one)).not.toMatch(/[<>"']/);
    }),
  );
});

it.each([
  [[session], 'md', null, '2026-10-12-fix-zones-islands-0b9f7a52.md'],
  [[session, session], 'html', 'tide-x8c', '2026-10-12-tide-x8c-2-sessions.html'],
  [[{ ...session, title: '../../etc/passwd' }], 'json', null, '2026-10-12-etc-passwd-0b9f7a52.json'],
] as const)('is called so that nobody has to open it', (sessions, format, of, expected) => {
  expect(exportFileName(sessions, format, of)).toBe(expected);
});
