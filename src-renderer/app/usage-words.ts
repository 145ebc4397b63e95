/** 950, 6.7k, 5.9M. */
export function countWords(n: number): string {
  if (n < 1000) return String(n);
  const [value, unit] = n < 999_950 ? [n / 1000, 'k'] : [n / 1_000_000, 'M'];
  return `${value.toFixed(1).replace(/\.0$/, '')}${unit}`;
}

/** $0.004 below one cent, $1.84, $1,204. */
export function costWords(microUsd: number): string {
  const usd = microUsd / 1_000_000;
  if (usd > 0 && usd < 0.01) return `$${usd.toFixed(3)}`;
  return usd < 1000 ? `$${usd.toFixed(2)}` : `$${Math.round(usd).toLocaleString('en')}`;
}

/** `claude-sonnet-5-5-20260401` is Sonnet 5.5, `claude-opus-4-8[1m]` is Opus 4.8 1M; another form is told as it is. */
export function modelWords(model: string): string {
  const [, plain, context] = /^(claude-.+)\[(\d+[km])\]$/.exec(model) ?? [];
  if (plain !== undefined && context !== undefined) return `${modelWords(plain)} ${context.toUpperCase()}`;
  const [, family, version] = /^claude-([a-z]+)-(\d+(?:-\d{1,2})?)(?:-\d{8})?$/.exec(model) ?? [];
  if (family === undefined || version === undefined) {
    // Until Claude 4 the number stood first.
    const [, number, name] = /^claude-(\d+(?:-\d{1,2})?)-([a-z]+)(?:-\d{8})?$/.exec(model) ?? [];
    if (number === undefined || name === undefined) return model;
    return `${name[0]?.toUpperCase()}${name.slice(1)} ${number.replace('-', '.')}`;
  }
  return `${family[0]?.toUpperCase()}${family.slice(1)} ${version.replace('-', '.')}`;
}
