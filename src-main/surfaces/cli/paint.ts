export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue';
export type Paint = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
};

/** Colours are for people at a terminal who did not ask for none. */
export function createPaint(isTty: boolean, env: NodeJS.ProcessEnv): Paint {
  if (!isTty || env['NO_COLOR'] || env['TERM'] === 'dumb') return (_colour, text) => text;
  return (colour, text) => {
    const [on, off] = CODES[colour];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
