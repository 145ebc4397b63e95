import { describe, expect, it } from 'vitest';
import { markdownFragment } from './markdown-fragment';

const shown = (text: string, below: 2 | 3 = 3) => {
  const host = document.createElement('div');
  host.append(markdownFragment(text, below));
  return host;
};

describe('markdown of a bead', () => {
  it('draws the usual marks, headings below those of the panel', () => {
    const host = shown('# Head\n\n**b** `c`\n\n- [x] done');
    expect(host.querySelector('h4')?.textContent).toBe('Head');
    expect(host.querySelector('strong')?.textContent).toBe('b');
    expect(host.querySelector('li')?.textContent).toContain('☑');
  });
  it.each([
    ['### Session b5ec11d1', 3, ['H4']],
    ['### Log\n\n##### Deep\n\n### Next', 3, ['H4', 'H5', 'H4']],
    ['### Third\n\n# First\n\n## Second\n\n#### Fourth', 2, ['H3', 'H3', 'H4', 'H5']],
    ['> ## Said\n\n- # In a list', 2, ['H3', 'H3']],
    ['# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5', 3, ['H4', 'H5', 'H6', 'H6', 'H6']],
  ] as const)('headings of %j below level %i skip none', (text, below, levels) => {
    const headings = shown(text, below).querySelectorAll('h1, h2, h3, h4, h5, h6');
    expect([...headings].map(({ tagName }) => tagName)).toEqual(levels);
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
