export type CodeKind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'plain';
export type CodePart = { readonly kind: CodeKind; readonly text: string };

/** Longer code is shown plain: colouring it would hold up what streams. */
const LONGEST = 20_000;

const WORDS =
  'abstract|as|async|await|break|case|catch|class|const|continue|def|default|delete|do|elif|else|enum|export|extends|false|final|finally|fn|for|from|func|function|if|impl|implements|import|in|instanceof|interface|let|match|mut|new|nil|None|null|of|package|pass|private|protected|pub|public|raise|readonly|return|self|static|struct|super|switch|this|throw|trait|True|False|true|try|type|typeof|undefined|use|using|var|void|where|while|with|yield';

// The text does not tell its language, so only what nearly all of them share is coloured. Every part is bounded: a
// hostile text must not make it slow.
const PARTS = new RegExp(
  [
    /(?<comment>(?<![:\w])\/\/[^\n]*|\/\*[\s\S]{0,2000}?\*\/|(?<=^|\s)# [^\n]*)/.source,
    /(?<string>"(?:\\.|[^"\\\n]){0,500}"|(?<!\w)'(?:\\.|[^'\\\n]){0,500}'|`(?:\\.|[^`\\]){0,2000}`)/.source,
    /(?<number>\b\d[\d_.]{0,40}\b)/.source,
    `(?<keyword>\\b(?:${WORDS})\\b)`,
    /(?<name>\b[A-Za-z_$][\w$]{0,100}(?=\())/.source,
  ].join('|'),
  'gm',
);

export function codeParts(text: string): readonly CodePart[] {
  if (text.length > LONGEST) return [{ kind: 'plain', text }];
  const parts: CodePart[] = [];
  let done = 0;
  for (const found of text.matchAll(PARTS)) {
    const kind = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
    if (kind === undefined) continue;
    if (found.index > done) parts.push({ kind: 'plain', text: text.slice(done, found.index) });
    parts.push({ kind: kind as CodeKind, text: found[0] });
    done = found.index + found[0].length;
  }
  if (done < text.length) parts.push({ kind: 'plain', text: text.slice(done) });
  return parts;
}
