/** `*` and `?` stay inside a folder, `**` goes through them, `{a,b}` is either; a folder's name means all that is in it. */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (wanted === '' || wanted === '.') return false;
  return expand(wanted).some((one) => {
    const parts = one.split('/');
    const names = path.split('/');
    return matchesParts(parts, names) || matchesParts([...parts, '**'], names);
  });
}

export function isPattern(text: string): boolean {
  return /[*?{]/.test(text);
}

const MOST_CHOICES = 100;

function expand(pattern: string): string[] {
  let done = [pattern];
  for (;;) {
    const at = done.findIndex((one) => /\{[^{}]*\}/.test(one));
    const one = done[at];
    if (one === undefined || done.length > MOST_CHOICES) return done;
    const choices = (/\{([^{}]*)\}/.exec(one)?.[1] ?? '').split(',');
    const more = choices.map((choice) => one.replace(/\{[^{}]*\}/, () => choice));
    done = [...done.slice(0, at), ...more, ...done.slice(at + 1)];
  }
}

/** Row by row over both, so that many stars cost no more than their number times the length. */
function matchesParts(parts: readonly string[], names: readonly string[]): boolean {
  return matchesSequence(parts, names, '**', matchesName);
}

function matchesName(part: string, name: string): boolean {
  return matchesSequence([...part], [...name], '*', (wanted, char) => wanted === '?' || wanted === char);
}

function matchesSequence(
  wanted: readonly string[],
  given: readonly string[],
  star: string,
  fits: (wanted: string, given: string) => boolean,
): boolean {
  let row = [true, ...given.map(() => false)];
  for (const one of wanted) {
    const next = [one === star && row[0] === true];
    for (const [at, value] of given.entries())
      next.push(
        one === star ? row[at + 1] === true || next[at] === true : row[at] === true && fits(one, value),
      );
    row = next;
  }
  return row[given.length] === true;
}
