import { endLine, type SessionSummary } from '@domain/history/session-summary';
import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import type { SessionSheet } from './session-sheet';

/*
 * A session as one file for any browser: no script, nothing fetched, every text escaped. The policy in its head holds even
 * if a text got through.
 */
export function htmlDocument(
  title: string,
  sheets: readonly SessionSheet[],
  sections: readonly string[],
): string {
  const index =
    sheets.length < 2
      ? ''
      : `<nav><ol>${sheets.map(({ id, title: name }) => `<li><a href="#s-${escaped(id)}">${escaped(name)}</a></li>`).join('')}</ol></nav>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${sheets.length < 2 ? '' : `<h1>${escaped(title)}</h1>\n`}${index}${sections.join('\n')}
</main>
</body>
</html>
`;
}

export function htmlSection(sheet: SessionSheet, body: string): string {
  const facts = sheet.facts
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
    .join('');
  return `<section id="s-${escaped(sheet.id)}">\n<h2>${escaped(sheet.title)}</h2>\n<dl>${facts}</dl>\n${body}</section>`;
}

export function htmlSummary(summary: SessionSummary): string {
  const { note, asked, answered, files, file_count, commits, commit_count } = summary;
  const part = (title: string, text: string | null) =>
    text === null ? '' : `<h4>${title}</h4>${proseHtml(text)}`;
  const list = (title: string, items: readonly string[], count: number) => {
    if (count === 0) return '';
    const more = count > items.length ? `<li>and ${count - items.length} more</li>` : '';
    return `<h4>${title}</h4><ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}${more}</ul>`;
  };
  const made = commits.map(({ sha, subject }) => `${sha.slice(0, 12)} ${subject ?? ''}`);
  return `<h3>Summary</h3><p>${escaped(endLine(summary))}</p>${part('Note', note)}${part('Asked first', asked)}${part('Said last', answered)}${list('Files', files, file_count)}${list('Commits', made, commit_count)}\n<h3>Messages</h3>\n`;
}

export function htmlThreadTitle(title: string): string {
  return `<h3>${escaped(title)}</h3>\n`;
}

export function htmlMessage(message: Message): string {
  const who = { user: 'You', assistant: 'Claude', system: 'Note' }[message.role];
  const calls = new Map((message.tool_calls ?? []).map((call) => [call.id, call]));
  const blocks = message.content.map((block) => blockHtml(block, calls));
  const alone = [...calls.values()]
    .filter(({ id }) => !message.content.some((block) => block.type === 'tool_use' && block.id === id))
    .map((call) => toolHtml(call.tool, call.input, call));
  const notice = message.notice === undefined ? '' : ` · ${escaped(message.notice)}`;
  return `<article class="${message.role}"><header>${who}${notice} <time>${escaped(message.timestamp)}</time></header>\n${[...blocks, ...alone].join('\n')}\n</article>\n`;
}

function blockHtml(block: ContentBlock, calls: ReadonlyMap<string, ToolCall>): string {
  switch (block.type) {
    case 'text':
      return proseHtml(block.text);
    case 'thinking':
      return `<details><summary>Thinking</summary>${proseHtml(block.text)}</details>`;
    case 'tool_use':
      return toolHtml(block.tool, block.input, calls.get(block.id));
    case 'tool_result':
      return `<pre class="${block.success ? 'ok' : 'bad'}">${escaped(block.text)}</pre>`;
    case 'image':
      return `<p class="quiet">Picture (${escaped(block.media_type)})</p>`;
  }
}

function toolHtml(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  call: ToolCall | undefined,
): string {
  const asked =
    Object.keys(input).length === 0 ? '' : `<pre>${escaped(JSON.stringify(input, null, 2))}</pre>`;
  const answer = call?.output === undefined ? '' : `<pre>${escaped(call.output)}</pre>`;
  const end = call === undefined ? 'no result' : call.success ? 'ok' : 'failed';
  const state = call?.success === false ? 'bad' : 'ok';
  return `<details class="${state}"><summary><b>${escaped(tool)}</b> ${escaped(target(input))} <i>${end}</i></summary>${asked}${answer}</details>`;
}

function target(input: Readonly<Record<string, unknown>>): string {
  const value = ['file_path', 'path', 'command', 'pattern', 'url', 'description']
    .map((name) => input[name])
    .find((each) => typeof each === 'string');
  return typeof value === 'string' ? (value.split('\n')[0]?.slice(0, 120) ?? '') : '';
}

/** Fences become blocks of code and backticks code; everything else is the text as it stands. */
function proseHtml(text: string): string {
  return text
    .split(/^(```[^\n]*\n[\s\S]*?\n```[ \t]*)$/m)
    .map((part) => {
      const fenced = /^```[^\n]*\n([\s\S]*?)\n```[ \t]*$/.exec(part);
      if (fenced !== null) return `<pre>${escaped(fenced[1] ?? '')}</pre>`;
      return part.trim() === '' ? '' : `<div class="text">${inlineHtml(part.trim())}</div>`;
    })
    .join('');
}

function inlineHtml(text: string): string {
  return escaped(text).replace(/`([^`\n]+)`/g, '<code>$1</code>');
}

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (mark) => NAMES[mark] ?? mark)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a text from a transcript may hold any of them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')
  );
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f8f7f4,#141518);color:light-dark(#1c1b18,#ededeb)}main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1,h2{line-height:1.25}h4{margin:.8rem 0 .2rem;font-size:13px}ul{margin:.2rem 0;padding-left:1.2rem;font-size:13px;overflow-wrap:anywhere}section+section{margin-top:4rem;border-top:1px solid #8888}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:13px}dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}article{margin:1rem 0;padding-left:.8rem;border-left:2px solid #8886}article.user{border-color:light-dark(#2f56d0,#6f90fa);background:light-dark(#e9eefc,#1f2740);padding:.5rem .8rem;border-radius:0 8px 8px 0}header{font-size:12px;font-weight:600}time{font-weight:400;opacity:.7}.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}pre,code{font:12px/1.5 ui-monospace,monospace;background:light-dark(#f3f2ee,#1b1c20)}pre{padding:.6rem;border-radius:6px;overflow:auto;max-height:30rem;white-space:pre-wrap;overflow-wrap:anywhere}code{padding:0 .2em}details{margin:.3rem 0;font-size:13px}summary{cursor:pointer;overflow-wrap:anywhere}details.bad i,pre.bad{color:light-dark(#b3261e,#ff938c)}.quiet{opacity:.7}`;
