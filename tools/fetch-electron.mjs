import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { electronPackage } from './find-electron.mjs';

/*
 * A program of its own, started by start.mjs: fetches the official archive with the package's own fetcher (its address
 * rules, its checksums, its cache), then lets the package's own installer unpack it. Told to stop, it removes what it
 * had so far. Why it failed is said over the channel to the parent, not by an exit code.
 */
const CONNECT_MS = 5_000;
const STALL_MS = 30_000;

export function createPatientDownloader({ say, signal, connectMs = CONNECT_MS, stallMs = STALL_MS }) {
  return {
    async download(url, target) {
      const quiet = new AbortController();
      let why = `no connection to ${new URL(url).host} within ${connectMs / 1000} s`;
      let timer = setTimeout(() => quiet.abort(), connectMs);
      const stopping = AbortSignal.any([signal, quiet.signal]);
      try {
        const response = await fetch(url, { signal: stopping });
        if (!response.ok || response.body === null)
          throw new Error(`${new URL(url).host} answered ${response.status}`);
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => quiet.abort(), stallMs);
        };
        wait();
        why = `the download stood still for ${stallMs / 1000} s`;
        const total = Number(response.headers.get('content-length')) || null;
        let done = 0;
        const counted = async function* (chunks) {
          for await (const chunk of chunks) {
            wait();
            done += chunk.length;
            say(done, total);
            yield chunk;
          }
        };
        await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(target), {
          signal: stopping,
        });
      } catch (error) {
        if (signal.aborted) throw new Error('stopped');
        if (quiet.signal.aborted) throw new Error(why);
        const cause = error.cause?.code ?? error.code;
        throw new Error(cause ? `${new URL(url).host} cannot be reached (${cause})` : error.message);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

export function createProgress(stream = process.stderr) {
  let shown = -1;
  return (done, total) => {
    const percent = total === null ? null : Math.floor((done / total) * 100);
    const step =
      percent === null ? Math.floor(done / 10_000_000) : stream.isTTY ? percent : Math.floor(percent / 10);
    if (step === shown) return;
    shown = step;
    const megabytes = `${(done / 1e6).toFixed(0)}${total === null ? '' : ` of ${(total / 1e6).toFixed(0)}`} MB`;
    const line = `Electron: ${percent === null ? '' : `${percent} %, `}${megabytes}`;
    stream.write(stream.isTTY ? `\r${line}${done === total ? '\n' : ''}` : `${line}\n`);
  };
}

async function fetchElectron(signal) {
  const folder = electronPackage();
  const from = createRequire(join(folder, 'package.json'));
  const { downloadArtifact } = await import(pathToFileURL(from.resolve('@electron/get')).href);
  await downloadArtifact({
    version: from('./package.json').version,
    artifactName: 'electron',
    cacheRoot: process.env.electron_config_cache,
    checksums: from('./checksums.json'),
    downloader: createPatientDownloader({ say: createProgress(), signal }),
  });
  // Finds the archive in the cache, checks it again, unpacks it and writes path.txt last.
  from('./install.js');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(name, () => stop.abort());
  try {
    await fetchElectron(stop.signal);
  } catch (error) {
    process.send?.({ problem: error.message });
    process.exitCode = 1;
  }
  process.channel?.unref();
}
