import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** Longer than this it is shown as it is written: parsing it would hold up the window. */
const LONGEST = 200_000;

const TAGS = [
  ...['p', 'br', 'hr', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
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
    // Below the headings of the panel it stands in.
    heading({ depth, tokens }) {
      const level = Math.min(6, depth + 3);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return words === plain(href) ? `<code>${plain(href)}</code>` : `${words} (<code>${plain(href)}</code>)`;
    },
    image: ({ href, text }) => `${plain(text)} (<code>${plain(href)}</code>)`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

export function markdownFragment(text: string): DocumentFragment {
  const html = text.length > LONGEST ? `<pre>${plain(text)}</pre>` : marked.parse(text, { async: false });
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
