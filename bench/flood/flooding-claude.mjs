#!/usr/bin/env node
// Stands in for `claude` in a terminal: says what it is told to, as fast as it is read. It never talks to anybody.
import { mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mixedOutput } from './mixed-output.mjs';

if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
  process.exit(0);
}

// Opened anew: Node makes its own three non-blocking, and a program that waits by asking again and again burns a core.
const terminal = openSync('/dev/tty', 'w');
function put(text) {
  for (let bytes = Buffer.from(text, 'utf8'); bytes.length > 0; )
    bytes = bytes.subarray(writeSync(terminal, bytes));
}

const CHUNK = mixedOutput(1024 * 1024);
const megabytes = Number(process.env.FLOOD_MEGABYTES ?? 50);
let floods = 0;

/** As Claude says of itself what it does: the mark of a session that works moves, and what moves costs a frame. */
function say(status) {
  const folder = join(process.env.HOME, '.claude', 'sessions');
  const at = process.argv.findIndex((arg) => arg === '--session-id' || arg === '--resume');
  const [, after] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const entry = {
    pid: process.pid,
    procStart: after.split(' ')[19],
    sessionId: process.argv[at + 1],
    cwd: process.cwd(),
    status,
    statusUpdatedAt: Date.now(),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(entry));
}

/** `f` one flood and a word at its end, `F` a flood without end, `s` the size; everything else comes back as it is. */
function obey(key) {
  if (key === 'f') {
    floods += 1;
    for (let sent = 0; sent < megabytes; sent += 1) put(CHUNK);
    put(`\r\nflood-${floods}-is-over\r\n`);
  } else if (key === 'F') {
    say('busy');
    const more = () => {
      put(CHUNK.slice(0, 65536));
      setImmediate(more);
    };
    more();
  } else if (key === 's') put(`size-${process.stdout.columns}x${process.stdout.rows}-\r\n`);
  else if (key === '\x03' || key === '\x04') process.exit(0);
  else put(key);
}

process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const key of text) obey(key);
});
say('idle');
put('ready to flood\r\n');
