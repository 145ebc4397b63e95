/*
 * The escape sequence that was begun and has not ended yet. A screen is what was drawn; without this part whoever begins
 * with that screen would show the end of the sequence as letters.
 */
export type OpenSequence = {
  push(text: string): void;
  text(): string;
};

const ESCAPE = 0x1b;
/** Those of one letter, which hardly anybody writes. */
const INTRODUCERS = '\x90\x98\x9b\x9d\x9e\x9f';
/** A string (a title, a link, a picture) may be as long as it likes; of a long one only that it was begun counts. */
const MOST = 4096;

// Control characters are what this is about.
const OPEN = [
  // ESC, or ESC with intermediates
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
  /^\x1b[\x20-\x2f]*$/,
  // CSI: parameters without the final letter; controls in between are carried out and end nothing, except CAN and SUB
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
  /^(?:\x1b\[|\x9b)[\x00-\x17\x19\x1c-\x3f]*$/,
  // OSC, to BEL or ST
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
  /^(?:\x1b\]|\x9d)[^\x07\x18\x1a\x9c]*$/,
  // DCS, SOS, PM, APC, to ST
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
  /^(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x18\x1a\x9c]*$/,
];

export function createOpenSequence(): OpenSequence {
  let open = '';
  return {
    push(text) {
      // Whatever begins a sequence ends the one before it, so only the last one can be open.
      const last = lastIntroducer(text);
      const rest = last < 0 ? open + text : text.slice(last);
      if (rest === '' || !OPEN.some((pattern) => pattern.test(rest))) open = '';
      else open = rest.length <= MOST ? rest : rest.slice(0, rest.startsWith('\x1b') ? 2 : 1);
    },
    text: () => open,
  };
}

/** From the end, where it nearly always is: output is full of them, and this is asked for every piece of it. */
function lastIntroducer(text: string): number {
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === ESCAPE || (code >= 0x90 && code <= 0x9f && INTRODUCERS.includes(text.charAt(at)))) return at;
  }
  return -1;
}
