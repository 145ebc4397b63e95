import { describe, expect, it } from 'vitest';
import { markdownFragment } from './markdown-fragment';

const shown = (text: string) => {
  const host = document.createElement('div');
  host.append(markdownFragment(text));
  return host;
};

describe('markdown of a bead', () => {
  it('draws the usual marks, headings below those of the panel', () => {
    const host = shown('# Head\n\n**b** `c`\n\n- [x] done');
    expect(host.querySelector('h4')?.textContent).toBe('Head');
    expect(host.querySelector('strong')?.textContent).toBe('b');
    expect(host.querySelector('li')?.textContent).toContain('☑');
  });
  it('shows links and pictures as words with their address', () => {
    const host = shown('[words](https://a.example/x) ![alt](https://a.example/p.png) <https://b.example>');
    expect(host.textContent).toContain('words (https://a.example/x) alt (https://a.example/p.png)');
    expect(host.textContent).toContain('https://b.example');
    expect(host.querySelector('a, img')).toBeNull();
  });
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe srcdoc="<script>1</script>"></iframe>',
    '[x](javascript:alert(1))',
    '[x]("onmouseover=alert(1))',
    '![x](x"onerror="alert(1))',
    '```"><script>alert(1)</script>\ncode\n```',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  ])('does nothing with %s', (text) => {
    const host = shown(text);
    for (const element of host.querySelectorAll('*')) {
      expect(['A', 'IMG', 'SCRIPT', 'IFRAME', 'SVG', 'STYLE', 'MATH']).not.toContain(
        element.tagName.toUpperCase(),
      );
      for (const { name } of element.attributes) expect(['start', 'align']).toContain(name);
    }
  });
  it('does not parse what is very long', () => {
    expect(shown('*a* '.repeat(60_000)).querySelector('em')).toBeNull();
  });
});
