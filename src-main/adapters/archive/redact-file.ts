import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createLineFilter } from '@domain/privacy/filter-transcript-line';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { parseObject } from '@domain/transcript/json-fields';
import { MAX_LINE_BYTES } from '@domain/transcript/line-limit';
import { openVersion } from './block-store';
import type { CopyDeps } from './copy-file';
import { type Block, type KeptFile, type Version, wholeHash } from './manifest';
import { BLOCK_BYTES } from './sealed-block';

export type RedactDeps = CopyDeps & { readonly policyOf: (folder: string | null) => PrivacyPolicy };
type Read = (into: Uint8Array, at: number, length: number, position: number) => number;

/** A copy without secrets: nobody can resume from it, but it can be read and searched. It is made anew as a whole. */
export async function redactFile(
  path: string,
  name: string,
  known: KeptFile | null,
  deps: RedactDeps,
): Promise<KeptFile> {
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs, ino } = fstatSync(fd);
    const read: Read = (into, at, length, position) => readSync(fd, into, at, length, position);
    const version = await redactedVersion(name, linesOf(read, size), deps);
    const exact = known?.versions.filter(({ mode }) => mode === 'exact') ?? [];
    const seen = { size, mtime_ms: mtimeMs, inode: ino };
    return { path: name, is_transcript: true, seen, versions: [...exact, version] };
  } finally {
    closeSync(fd);
  }
}

/** The same file, its redacted versions under the rules of today. Null: they are under them already. */
export async function redactAgain(file: KeptFile, deps: RedactDeps): Promise<KeptFile | null> {
  let isChanged = false;
  const versions: Version[] = [];
  for (const version of file.versions) {
    if (version.mode === 'exact') {
      versions.push(version);
      continue;
    }
    const { read, bytes } = openVersion(deps.store, version);
    const next = await redactedVersion(file.path, linesOf(read, bytes), deps);
    isChanged ||= next.hash !== version.hash;
    versions.push(next.hash === version.hash ? version : { ...next, kept_at: version.kept_at });
  }
  return isChanged ? { ...file, versions } : null;
}

async function redactedVersion(
  name: string,
  lines: Iterable<string>,
  { store, key, now, policyOf }: RedactDeps,
): Promise<Version> {
  const blocks: Block[] = [];
  let plain = Buffer.alloc(0);
  const put = async (isEnd: boolean) => {
    while (plain.length >= BLOCK_BYTES || (isEnd && plain.length > 0)) {
      const piece = plain.subarray(0, BLOCK_BYTES);
      blocks.push(await store.put(store.nameOf(name, piece), piece));
      plain = plain.subarray(piece.length);
    }
  };
  const filter = createLineFilter(policyOf);
  for (const line of lines) {
    const read = parseObject(line);
    // What is no JSON cannot be told from a secret; its place in the file stays.
    const kept = read === null ? '' : JSON.stringify(filter(read));
    plain = Buffer.concat([plain, Buffer.from(`${kept}\n`)]);
    if (plain.length >= BLOCK_BYTES) await put(false);
  }
  await put(true);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  return { mode: 'redacted', bytes, blocks, hash: wholeHash(key.bytes, blocks), kept_at: now() };
}

/** A line that is too long is left out. */
function* linesOf(readAt: Read, size: number): Generator<string> {
  const chunk = Buffer.alloc(BLOCK_BYTES);
  let pieces: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < size; ) {
    const read = readAt(chunk, 0, Math.min(chunk.length, size - at), at);
    if (read === 0) break;
    at += read;
    let from = 0;
    for (let feed = chunk.indexOf(10, from); feed !== -1 && feed < read; feed = chunk.indexOf(10, from)) {
      pieces.push(Buffer.from(chunk.subarray(from, feed)));
      length += feed - from;
      if (length > 0 && length <= MAX_LINE_BYTES) yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      length = 0;
      from = feed + 1;
    }
    length += read - from;
    if (length <= MAX_LINE_BYTES) pieces.push(Buffer.from(chunk.subarray(from, read)));
    else pieces = [];
  }
  if (length > 0 && length <= MAX_LINE_BYTES) yield Buffer.concat(pieces).toString('utf8');
}
