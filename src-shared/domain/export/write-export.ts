import type { HistorySession } from '@domain/history/record';
import { endLine, type SessionSummary } from '@domain/history/session-summary';
import { markdownMessage } from '@domain/session/export-markdown';
import type { Message } from '@domain/session/message';
import { htmlDocument, htmlMessage, htmlSection, htmlSummary, htmlThreadTitle } from './export-html';
import type { ExportFormat, ExportOptions } from './export-options';
import { type SessionSheet, sheetOf } from './session-sheet';
import { shapeMessage } from './shape-message';

export type ExportThread = { readonly agent_id: string; readonly title: string };

/** What was said in a session, as a part of the file: messages come in pieces, and so does the text. */
export type ThreadWriter = {
  /** The session's own thread first, then those of its sub-agents. */
  begin(thread: ExportThread | null): void;
  add(messages: readonly Message[]): void;
  /** How many characters there are so far. */
  size(): number;
  end(): string;
};

export function createThreadWriter(format: ExportFormat, options: ExportOptions): ThreadWriter {
  const parts: string[] = [];
  let size = 0;
  let isFirst = true;
  let agents = 0;
  const put = (text: string) => {
    parts.push(text);
    size += text.length;
  };
  return {
    begin(thread) {
      isFirst = true;
      if (format !== 'json') {
        if (thread !== null)
          put(format === 'md' ? `\n## ${oneLine(thread.title)}\n` : htmlThreadTitle(thread.title));
        return;
      }
      if (thread === null) return put('"messages":[');
      const { agent_id, title } = thread;
      const head = `{"agent_id":${JSON.stringify(agent_id)},"title":${JSON.stringify(title)},"messages":[`;
      put(agents === 0 ? `],\n"subagents":[\n${head}` : `]},\n${head}`);
      agents += 1;
    },
    add(messages) {
      for (const message of messages) {
        const shaped = shapeMessage(message, options);
        if (shaped === null) continue;
        if (format === 'json') put(`${isFirst ? '\n' : ',\n'}${JSON.stringify(shaped)}`);
        else put(format === 'md' ? markdownMessage(shaped) : htmlMessage(shaped));
        isFirst = false;
      }
    },
    size: () => size,
    end: () => {
      if (format === 'json') put(agents === 0 ? '],"subagents":[]' : ']}]');
      return parts.join('');
    },
  };
}

export type WrittenSession = {
  readonly session: HistorySession;
  readonly summary: SessionSummary;
  readonly body: string;
};

/** The whole file of what was written session by session. */
export function writeExport(
  format: ExportFormat,
  title: string | null,
  written: readonly WrittenSession[],
): string {
  const sheets = written.map(({ session }) => sheetOf(session));
  const name = title ?? sheets[0]?.title ?? 'Sessions';
  if (format === 'json') {
    const all = written.map(
      ({ session, summary, body }) =>
        `{"session":${JSON.stringify(session)},\n"summary":${JSON.stringify(summary)},\n${body}}`,
    );
    return `{"version":1,"title":${JSON.stringify(name)},"sessions":[\n${all.join(',\n')}\n]}\n`;
  }
  if (format === 'html')
    return htmlDocument(
      name,
      sheets,
      written.map(({ session, summary, body }) => htmlSection(sheetOf(session), htmlSummary(summary) + body)),
    );
  const parts = written.map(({ session, summary, body }) => markdownSection(sheetOf(session), summary, body));
  return sheets.length < 2 ? parts.join('') : `# ${oneLine(name)}\n\n${parts.join('\n---\n\n')}`;
}

function markdownSection({ title, facts }: SessionSheet, summary: SessionSummary, body: string): string {
  const lines = facts.map(([name, value]) => `- **${name}:** ${plain(value)}`);
  return `# ${oneLine(title)}\n\n${lines.join('\n')}\n\n${markdownSummary(summary)}\n## Messages\n${body}`;
}

function markdownSummary(summary: SessionSummary): string {
  const { note, asked, answered, files, file_count, commits, commit_count } = summary;
  const part = (title: string, text: string | null) =>
    text === null ? [] : [`**${title}**\n\n${text.replace(/^/gm, '> ')}`];
  const list = (title: string, items: readonly string[], count: number) => {
    if (count === 0) return [];
    const more = count > items.length ? [`- and ${count - items.length} more`] : [];
    return [`**${title}**\n\n${[...items.map((item) => `- ${plain(item)}`), ...more].join('\n')}`];
  };
  const parts = [
    endLine(summary),
    ...part('Note', note),
    ...part('Asked first', asked),
    ...part('Said last', answered),
    ...list('Files', files, file_count),
    ...list(
      'Commits',
      commits.map(({ sha, subject }) => `${sha.slice(0, 12)} ${subject ?? ''}`),
      commit_count,
    ),
  ];
  return `## Summary\n\n${parts.join('\n\n')}\n`;
}

function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_<]/g, '\\$&');
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a title from a transcript may hold any of them
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
