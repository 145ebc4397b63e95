import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const MODELS = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'];

/** The same every time: a picture must not change because a die fell otherwise. */
function idOf(...parts) {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A folder as Claude's own, with `sessions` small transcripts over the last `days`; `cwdOf` says where each was. */
export function writeTranscripts({
  sessions,
  days,
  cwd: usual = '/home/ada/code/tidewater',
  cwdOf = () => usual,
}) {
  const folder = mkdtempSync(join(tmpdir(), 'beads-console-claude-'));
  const ids = Array.from({ length: sessions }, (_, n) => idOf('session', n));
  for (const [n, sessionId] of ids.entries()) {
    const cwd = cwdOf(n);
    const project = join(folder, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    const at = new Date(Date.now() - Math.floor((n * 7919) % days) * DAY_MS - 3_600_000);
    const common = {
      sessionId,
      cwd,
      version: '2.1.197',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
      timestamp: at.toISOString(),
    };
    const [asked, answered] = [idOf('asked', n), idOf('answered', n)];
    const usage = {
      input_tokens: 900 + (n % 17) * 100,
      output_tokens: 300 + (n % 23) * 40,
      cache_read_input_tokens: 30_000 + (n % 11) * 3000,
      cache_creation_input_tokens: 1500,
    };
    const lines = [
      {
        ...common,
        type: 'user',
        uuid: asked,
        parentUuid: null,
        message: { role: 'user', content: `Keep the order of the lines in table ${n}` },
      },
      {
        ...common,
        type: 'assistant',
        uuid: answered,
        parentUuid: asked,
        requestId: `req_${n}`,
        message: {
          id: `msg_${n}`,
          type: 'message',
          role: 'assistant',
          model: MODELS[n % MODELS.length],
          content: [{ type: 'text', text: `Table ${n} keeps its order now.` }],
          stop_reason: 'end_turn',
          usage,
        },
      },
    ];
    const file = join(project, `${sessionId}.jsonl`);
    writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    utimesSync(file, at, at);
  }
  return { folder, ids, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
