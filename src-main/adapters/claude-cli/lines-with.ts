const LINE_FEED = 0x0a;

/** The lines that name this id. It is looked for in the bytes first, so that few lines are parsed; a longer line is passed over. */
export async function* linesWith(
  chunks: AsyncIterable<Buffer>,
  id: string,
  maxLine: number,
): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, from)) {
      const bytes =
        held.length === 0 ? chunk.subarray(from, feed) : Buffer.concat([...held, chunk.subarray(from, feed)]);
      const isWhole = size + feed - from <= maxLine;
      held = [];
      size = 0;
      from = feed + 1;
      if (isWhole && bytes.includes(id)) yield bytes.toString('utf8');
    }
    size += chunk.length - from;
    if (size <= maxLine) held.push(chunk.subarray(from));
    else held = [];
  }
  // Claude may not have ended its last line yet.
  const rest = Buffer.concat(held);
  if (rest.includes(id)) yield rest.toString('utf8');
}
