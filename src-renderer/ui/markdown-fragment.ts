import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** Longer than this it is shown as it is written: parsing it would hold up the window. */
const LONGEST = 200_000;

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
  ...['em', 'strong', 'del', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
];

const plain = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/*
 * Nothing may be fetched or followed from a text of others: a link is its words and its address, a picture is its
 * description and its address, markup is text. What comes out is sanitised once more.
 */
const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => plain(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return words === plain(href) ? `<code>${plain(href)}</code>` : `${words} (<code>${plain(href)}</code>)`;
    },
    image: ({ href, text }) => `${plain(text)} (<code>${plain(href)}</code>)`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

/** `below`: the level of the heading that the text stands under. Its own begin one below it and never skip one. */
export function markdownFragment(text: string, below: 2 | 3): DocumentFragment {
  const html = text.length > LONGEST ? `<pre>${plain(text)}</pre>` : marked.parse(text, { async: false });
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  renumber(fragment, below);
  return fragment;
}

/** An execution log begins with `###`, a note with `#`: what counts is who stands under whom. */
function renumber(fragment: DocumentFragment, below: number): void {
  const above: number[] = [];
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const written = Number(heading.tagName[1]);
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    const fitting = document.createElement(`h${Math.min(6, below + above.length)}`);
    fitting.append(...heading.childNodes);
    heading.replaceWith(fitting);
  }
}
