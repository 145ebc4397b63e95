/*
 * `src-renderer/ui/tokens.css` is the single source of every colour, size and duration of the window.
 * T1  A colour, a duration, an easing and a font family are named by a token, in CSS and in code.
 * T2  A size is one of the scale that the tokens hold; `0`, percentages and what a layout computes are no sizes of ours.
 * Media and container queries cannot name a token: theirs are the widths of `look.md`, and not looked at.
 */
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb)\(/gi;
const NAMED =
  /(?<![\w-])(?:white|black|red|green|blue|gray|grey|orange|yellow|purple|silver|navy|teal)(?![\w-])/gi;
const COLOURED =
  /^(?:color|background(?:-color)?|border(?:-[a-z]+)*|outline(?:-color)?|fill|stroke|box-shadow|text-decoration(?:-color)?|caret-color|accent-color)$/;
const DURATION = /(?<![\w.#-])(?:\d+\.?\d*|\.\d+)(?:ms|s)\b/gi;
const EASING = /\b(?:cubic-bezier|steps)\(/gi;
const LENGTH = /(?<![\w.#-])-?(?:\d+\.?\d*|\.\d+)(?:px|rem)\b/gi;
const FAMILY = /(?:sans-serif|monospace|(?<!sans-)serif|system-ui|["'])/i;

/** Every length a token holds, whatever it is for. */
export function scaleOf(tokens) {
  const declared = [...withoutComments(tokens).matchAll(/--[\w-]+\s*:\s*([^;]+);/g)].map(
    ([, value]) => value,
  );
  const lengths = declared.flatMap((value) => value.match(LENGTH) ?? []).map(absolute);
  return new Set(lengths);
}

/** `files`: `{ path, text }` of style sheets and code. Answers `{ path, line, message }`. */
export function checkTokens(files, tokens) {
  const scale = scaleOf(tokens);
  return files.flatMap(({ path, text }) =>
    (path.endsWith('.css') ? inStyles(text, scale) : inCode(text)).map((found) => ({ path, ...found })),
  );
}

function inStyles(text, scale) {
  const bare = withoutComments(text).replace(/@(?:media|container)[^{]*/g, blank);
  const found = [];
  for (const match of bare.matchAll(/(?<=[{;]\s*)(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]+)/g)) {
    const [, property, value] = match;
    const line = lineOf(bare, match.index);
    const say = (literals, what) => {
      for (const literal of literals ?? [])
        found.push({ line, message: `${property}: ${literal} is ${what}` });
    };
    const own = value.replace(/url\([^)]*\)/g, blank);
    say(own.match(COLOUR), 'a colour that no token names');
    if (COLOURED.test(property)) say(own.match(NAMED), 'a colour that no token names');
    say(
      own.match(DURATION)?.filter((time) => Number.parseFloat(time) !== 0),
      'a duration that no token names',
    );
    say(own.match(EASING), 'an easing that no token names');
    if (/^font(?:-family)?$/.test(property) && FAMILY.test(own))
      say([own.trim()], 'a font that no token names');
    say(
      own.match(LENGTH)?.filter((length) => Number.parseFloat(length) !== 0 && !scale.has(absolute(length))),
      'a size outside the scale of the tokens',
    );
  }
  return found;
}

function inCode(text) {
  const bare = withoutComments(text).replace(/^\s*\/\/.*$/gm, blank);
  const found = [];
  for (const match of bare.matchAll(/(['"`])((?:#[0-9a-f]{3,8})|(?:(?:rgba?|hsla?)\([^'"`]*\)))\1/gi))
    found.push({ line: lineOf(bare, match.index), message: `${match[2]} is a colour that no token names` });
  return found;
}

function absolute(length) {
  return length.replace(/^-/, '').replace(/^\./, '0.').toLowerCase();
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, blank);
}

/** Gone, and every line stays where it is. */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}
