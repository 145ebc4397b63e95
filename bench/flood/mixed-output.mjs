/**
 * What programs in a terminal write: plain lines, colours of every depth, boxes and wide letters, progress that draws over
 * itself. Always the same. It is also run inside the browser from its own text, so it uses nothing from outside.
 */
export function mixedOutput(characters) {
  const parts = [];
  let length = 0;
  const put = (text) => {
    parts.push(text);
    length += text.length;
  };
  for (let line = 0; length < characters; line += 1) {
    const word = `module-${line % 97}/part-${(line * 7) % 31}.ts`;
    switch (line % 8) {
      case 0:
        put(`\x1b[32m✓\x1b[0m ${word} \x1b[2m(${line % 13} tests) ${line % 500} ms\x1b[0m\r\n`);
        break;
      case 1:
        put(`${word}: the quick brown fox jumps over the lazy dog, again and again and again\r\n`);
        break;
      case 2:
        put(`\x1b[1;34m${word}\x1b[0m:\x1b[33m${line}\x1b[0m: const value = compute(${line % 1000});\r\n`);
        break;
      case 3:
        put(`\x1b[38;2;${line % 256};${(line * 3) % 256};200m│ ${word} │\x1b[0m\r\n`);
        break;
      case 4:
        put(`\x1b[48;5;${line % 256}m  ${word}  \x1b[0m\x1b[K\r\n`);
        break;
      case 5:
        for (let step = 0; step < 4; step += 1) put(`\r[${'#'.repeat(step * 5).padEnd(20)}] ${step * 25} %`);
        put('\r\n');
        break;
      case 6:
        put(`日本語のテキスト ${line} — naïve café ▁▂▃▄▅▆▇█\r\n`);
        break;
      default:
        put(`\x1b[31m-${word}\x1b[0m\r\n\x1b[32m+${word}\x1b[0m\r\n\x1b[1A\x1b[2C\x1b[1B\r`);
    }
  }
  return parts.join('');
}
