/*
 * `src-renderer/ui/tokens.css` is the single source of every colour, size and duration of the window.
 * T1  A colour, a duration, an easing and a font are named by a token, in style sheets and in code.
 * T2  So is every size. `0`, percentages, fractions, letters (`ch`) and parts of the window (`vh`) are no sizes of ours.
 * T3  A media or container query cannot name a token: its width is the value of one called `--at-…`.
 * T4  A token is named by somebody, and a name is a token's, or one that the sheets or the code give a value.
 */
import { COLOUR_NAMES } from './colour-names.mjs';

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb)\(/gi;
const NAMED = new RegExp(`(?<![\\w-])(?:${COLOUR_NAMES.join('|')})(?![\\w-])`, 'gi');
const COLOURED =
  /^(?:color|background(?:-color|-image)?|border(?:-[a-z]+)*|outline(?:-color)?|fill|stroke|(?:box|text)-shadow|text-decoration(?:-color)?|caret-color|accent-color|mask(?:-image)?)$/;
const DURATION = /(?<![\w.#-])(?:\d+\.?\d*|\.\d+)(?:ms|s)\b/gi;
const EASING = /\b(?:cubic-bezier|steps|linear)\(/gi;
const EASED =
  /(?<![\w-])(?:ease|ease-in|ease-out|ease-in-out|linear|step-start|step-end)(?![\w-])(?!\s*\()/gi;
const LENGTH = /(?<![\w.#-])-?(?:\d+\.?\d*|\.\d+)(?:px|r?em|r?ex|r?lh|r?cap|r?ic|pt|pc|in|cm|mm|q)\b/gi;
const FAMILY = /(?:sans-serif|monospace|(?<!sans-)serif|system-ui|["'])/i;
const WEIGHT = /(?<![\w.-])(?:(?:\d+\.?\d*|\.\d+)(?![\w.%])|bold(?:er)?\b|lighter\b)/;
const DECLARATION = /(?<=[{;]\s*)(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]+)/g;
const CONDITION = /@(?:media|container)[^{]*/g;

/** The tokens: a name, and every value it has in some theme or density. */
export function tokensOf(text) {
  const tokens = new Map();
  for (const [, name, value] of withoutComments(text).matchAll(DECLARATION))
    if (name.startsWith('--')) tokens.set(name, [...(tokens.get(name) ?? []), value.trim()]);
  return tokens;
}

/** `files`: `{ path, text }` of style sheets and code. Answers `{ path, line, message }`. */
export function checkTokens(files, tokensText) {
  const tokens = tokensOf(tokensText);
  const bare = files.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const literals = bare.flatMap(({ path, text }) =>
    (path.endsWith('.css') ? inStyles(text, tokens) : inCode(text)).map((found) => ({ path, ...found })),
  );
  return [...literals, ...strangers(bare, tokens)];
}

/** T4 seen from the tokens; `tokens.css` names some itself. Only a look at all files can tell. */
export function unusedTokens(files, tokensText) {
  const texts = [...files.map(({ text }) => withoutComments(text)), withoutComments(tokensText)];
  const used = new Set(
    texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
  );
  const asked = texts.flatMap((text) => [...text.matchAll(/\btoken\(\s*['"`](?:--)?([\w-]+)(\$\{)?/g)]);
  return [...tokensOf(tokensText).keys()].filter(
    (name) =>
      !used.has(name) &&
      !name.startsWith('--at-') &&
      !asked.some(([, start, more]) => (more ? name.startsWith(`--${start}`) : name === `--${start}`)),
  );
}

function strangers(files, tokens) {
  const given = files.flatMap(({ path, text }) =>
    [...text.matchAll(path.endsWith('.css') ? /(?<=[{;]\s*)(--[\w-]+)\s*:/g : /['"`](--[\w-]+)['"`]/g)].map(
      ([, name]) => name,
    ),
  );
  const known = new Set([...tokens.keys(), ...given, ...GIVEN_BY_LIBRARIES]);
  return files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)/g)]
        .filter(([, name]) => !known.has(name))
        .map((match) => ({
          path,
          line: lineOf(text, match.index),
          message: `${match[1]} is the name of no token`,
        })),
    );
}

/** Base UI measures how much room a menu has. */
const GIVEN_BY_LIBRARIES = ['--available-height'];

function inStyles(text, tokens) {
  const found = [];
  const sayAt = (index, property) => (literals, what) => {
    for (const literal of literals ?? [])
      found.push({ line: lineOf(text, index), message: `${property}: ${literal} is ${what}` });
  };
  const folds = new Set([...tokens].flatMap(([name, values]) => (name.startsWith('--at-') ? values : [])));
  for (const match of text.matchAll(CONDITION))
    sayAt(match.index, match[0].trim())(
      match[0].match(LENGTH)?.filter((width) => !folds.has(width)),
      'a width that no `--at-…` token holds',
    );
  const rules = text.replace(CONDITION, blank);
  for (const match of rules.matchAll(DECLARATION)) {
    const [, property, value] = match;
    const say = sayAt(match.index, property);
    // A name is no literal: `var(--ease-linear)`.
    const own = value.replace(/url\([^)]*\)/g, blank).replace(/var\(--[\w-]+/g, blank);
    say(own.match(COLOUR), 'a colour that no token names');
    if (COLOURED.test(property)) say(own.match(NAMED), 'a colour that no token names');
    say(own.match(DURATION)?.filter(isSome), 'a duration that no token names');
    say(own.match(EASING), 'an easing that no token names');
    if (/^(?:animation|transition)/.test(property)) say(own.match(EASED), 'an easing that no token names');
    if (/^font(?:-family)?$/.test(property) && FAMILY.test(own))
      say([own.trim()], 'a font that no token names');
    if (/^(?:font-weight|line-height)$/.test(property))
      say(own.match(WEIGHT), 'part of a font that no token names');
    say(own.match(LENGTH)?.filter(isSome), 'a size that no token names');
  }
  return found;
}

function inCode(text) {
  const bare = text.replace(/^\s*\/\/.*$/gm, blank);
  const found = [];
  const say = (pattern, what) => {
    for (const match of bare.matchAll(pattern))
      found.push({
        line: lineOf(bare, match.index),
        message: `${match[2]} is a ${what} that no token names`,
      });
  };
  say(/(['"`])((?:#[0-9a-f]{3,8})|(?:(?:rgba?|hsla?)\([^'"`]*\)))\1/gi, 'colour');
  say(/(['"`])(-?[\d.]+(?:px|r?em))\1/g, 'size');
  say(/(['"`])([\d.]+m?s)\1/g, 'duration');
  // A number in a style is pixels.
  say(/style=(\{)\{([^}]*?:\s*-?[1-9][\d.]*)\s*[,}]/g, 'size');
  return found;
}

function isSome(literal) {
  return Number.parseFloat(literal) !== 0;
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
