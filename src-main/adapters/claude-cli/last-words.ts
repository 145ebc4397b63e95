const KEPT_CHARACTERS = 32_768;
const KEPT_LINES = 20;
const LINE_LENGTH = 1000;

/** What a terminal showed last, as plain lines: why a program died often stands there. */
export function createLastWords() {
  // In pieces: joined for every one of them, a flood would cost more here than anywhere else.
  const pieces: string[] = [];
  let characters = 0;
  return {
    add(text: string) {
      pieces.push(text);
      characters += text.length;
      for (let first = pieces[0]; first !== undefined; first = pieces[0]) {
        if (characters - first.length < KEPT_CHARACTERS) return;
        characters -= first.length;
        pieces.shift();
      }
    },
    lines(): string[] {
      return plain(pieces.join('').slice(-KEPT_CHARACTERS))
        .split('\n')
        .map((line) => line.trim().slice(0, LINE_LENGTH))
        .filter((line) => /[\p{L}\p{N}]/u.test(line))
        .slice(-KEPT_LINES);
    },
  };
}

/** Without the sequences that move, colour, title or ask. A jump to another place parts words. */
function plain(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      .replace(/\u001b\[[0-9;?<>=]*[ -/]*[A-HJKSTdf]/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      .replace(/\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|[()][0-9A-Za-z]|[@-_a-z78=>])/g, '')
      .replace(/\r/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
  );
}
