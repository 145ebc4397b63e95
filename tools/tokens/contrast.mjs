/*
 * The pairs of tokens that stand on each other on the screen, and how far apart they have to be (WCAG 2.2): 4.5 for text,
 * 3 for a mark or an outline that carries meaning. axe judges what a journey shows; this judges every pair, in both themes.
 */
const TEXT = 4.5;
const MARK = 3;
const SURFACES = ['app', 'canvas', 'sunken', 'surface', 'raised'];
const STATES = ['draft', 'active', 'waiting', 'paused', 'limit', 'crashed', 'closed'];
const each = (names, surfaces, least) =>
  names.flatMap((name) => surfaces.map((behind) => ({ name, behind, least })));

export const PAIRS = [
  ...each(['text', 'text-2', 'text-3', 'accent-text'], SURFACES, TEXT),
  ...each(['on-ink'], ['ink', 'ink-hover'], TEXT),
  ...each(['text', 'accent-text'], ['accent-tint'], TEXT),
  ...each(['accent', 'line-strong'], SURFACES, MARK),
  ...STATES.flatMap((state) => [
    ...each([`${state}-text`], [...SURFACES, `${state}-tint`], TEXT),
    ...each([state], ['surface', 'canvas', `${state}-tint`], MARK),
  ]),
  ...each(['p0', 'p1', 'p2', 'p3'], ['surface', 'raised'], TEXT),
  ...each(['add', 'text'], ['add-bg', 'add-mark'], TEXT),
  ...each(['del', 'text'], ['del-bg', 'del-mark'], TEXT),
  ...each(['code-key', 'code-str', 'code-fn', 'code-num', 'code-dim'], ['surface', 'sunken'], TEXT),
  ...each(['mark-text'], ['mark'], TEXT),
  ...each(['c1', 'c2', 'c3', 'c4', 'c5'], ['surface'], MARK),
  ...each(
    ['text', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'bright-black'].map(
      (name) => `term-${name}`,
    ),
    ['term-bg'],
    TEXT,
  ),
];

/** `{ light, dark }`: the colours of each theme; what the dark one does not say again is the light one's. */
export function coloursOf(css) {
  const block = (opening) => {
    const from = css.indexOf(opening);
    return from < 0 ? '' : css.slice(from + opening.length, css.indexOf('\n}', from));
  };
  const read = (text) =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name, value]) => [name, value]),
    );
  const light = read(block(':root {'));
  return { light, dark: { ...light, ...read(block(':root[data-theme="dark"] {')) } };
}

function brightness(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, other) {
  const [low, high] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Every pair that is too close, or names a token that is not there. */
export function tooClose(css, pairs = PAIRS) {
  return Object.entries(coloursOf(css)).flatMap(([theme, colours]) =>
    pairs.flatMap(({ name, behind, least }) => {
      const [front, back] = [colours[name], colours[behind]];
      if (!front || !back) return [`${theme}: --${front ? behind : name} is no colour`];
      const found = contrast(front, back);
      return found < least
        ? [`${theme}: --${name} on --${behind} is ${found.toFixed(2)}, needs ${least}`]
        : [];
    }),
  );
}
