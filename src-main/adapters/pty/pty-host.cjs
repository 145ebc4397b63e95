/*
 * The host of one terminal: a process of its own that holds the pty and dies with whoever started it.
 *
 * stdin   requests, one JSON per line; its end is the end of our parent: the program is ended, then we
 * stdout  what the program wrote, byte for byte
 * stderr  reports, one JSON per line: started, failed, draining, exited; anything else is Node's own complaint
 *
 * H1  Whoever does not read stdout stops the program, never us: requests are heard all the time.
 * H2  Every byte is out before `exited`.
 *
 * It is run from its text (`node -e`), so that it does not matter how the app was packed; argv: the file from which node-pty
 * is found.
 */
const fs = require('node:fs');
const { createRequire } = require('node:module');
const net = require('node:net');
const os = require('node:os');

const POLITE_MS = 1000;
const RETRY_MS = 4;
const READ_BYTES = 65536;
/** Something else may still hold the terminal open after the program has ended; what is silent this long has said all. */
const SILENT_ROUNDS = 5;

// Async, unlike process.stdout: see H1.
const out = new net.Socket({ fd: 1, readable: false });
let terminal = null;
let isOver = false;

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const report = (message) => {
  try {
    fs.writeSync(2, `${JSON.stringify(message)}\n`);
  } catch {
    // Nobody listens any more; the end of stdin says so too.
  }
};

function signalGroup(signal) {
  if (terminal === null || isOver) return;
  try {
    if (process.platform === 'win32') terminal.kill();
    else process.kill(-terminal.pid, signal);
  } catch {
    // Already gone.
  }
}

/** Held up by a program that reads no input, it waits; node-pty itself would spin. */
function createInput(fd) {
  const queue = [];
  let isWriting = false;
  const next = () => {
    const first = queue[0];
    isWriting = first !== undefined && !isOver;
    if (!isWriting) return;
    fs.write(fd, first, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(next, RETRY_MS);
      if (error) queue.length = 0;
      else if (written < first.length) queue[0] = first.subarray(written);
      else queue.shift();
      next();
    });
  };
  return (text) => {
    if (text === '') return;
    queue.push(Buffer.from(text, 'utf8'));
    if (!isWriting) next();
  };
}

/** Null when there is room for more, else when there will be. */
function put(bytes) {
  return out.destroyed || out.write(bytes) ? null : new Promise((resolve) => out.once('drain', resolve));
}

/** Until the system says that nobody can write there any more and all was read. */
async function readRest(fd) {
  const bytes = Buffer.allocUnsafe(READ_BYTES);
  for (let silent = 0; silent < SILENT_ROUNDS; ) {
    try {
      const count = fs.readSync(fd, bytes);
      if (count === 0) return;
      silent = 0;
      await put(Buffer.from(bytes.subarray(0, count)));
    } catch (error) {
      if (error.code !== 'EAGAIN') return;
      silent += 1;
      await later(RETRY_MS);
    }
  }
}

/*
 * Before libuv 1.52 (Node 20 and 22) a terminal whose last program has ended may lose what was not read yet. So we hold
 * its other side open ourselves: then reading never sees an end. node-pty gives up 200 ms after the program has ended and
 * destroys its socket, read or not; there we take over and read directly to the real end.
 */
function keepTail(opened) {
  const socket = opened._socket;
  const name = opened.ptsName;
  if (process.platform === 'win32' || socket === undefined || name === undefined) return;
  let held;
  try {
    held = fs.openSync(name, fs.constants.O_RDWR | fs.constants.O_NOCTTY);
  } catch {
    // It ended before we could hold it: what it wrote is read the usual way.
    return;
  }
  const destroy = socket.destroy.bind(socket);
  socket.destroy = () => {
    socket.destroy = destroy;
    report({ type: 'draining' });
    socket._read = () => {};
    socket._handle?.readStop();
    // What was read already and waits in the socket comes first.
    while (socket.read() !== null);
    fs.closeSync(held);
    void readRest(opened.fd).then(() => destroy());
    return socket;
  };
}

function check({ file, cwd }) {
  if (!fs.statSync(cwd).isDirectory()) throw new Error(`${cwd} is not a folder`);
  if (file.includes('/')) fs.accessSync(file, fs.constants.X_OK);
}

function start({ file, args, cwd, env, size }) {
  const { spawn } = createRequire(process.argv[1])('node-pty');
  check({ file, cwd });
  const name = env.TERM || 'xterm-256color';
  terminal = spawn(file, args, { name, cwd, env, cols: size.cols, rows: size.rows, encoding: null });
  const write = process.platform === 'win32' ? (text) => terminal.write(text) : createInput(terminal.fd);
  keepTail(terminal);
  terminal.onData((chunk) => {
    const drained = put(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
    if (drained === null) return;
    terminal.pause();
    void drained.then(() => terminal.resume());
  });
  terminal.onExit(({ exitCode, signal }) => {
    isOver = true;
    const name = Object.entries(os.constants.signals).find(([, number]) => number === signal)?.[0] ?? null;
    out.end(() => {
      report({ type: 'exited', exit_code: name === null ? exitCode : null, signal: name });
      process.exit(0);
    });
  });
  report({ type: 'started', pid: terminal.pid });
  return write;
}

let write = () => {};
function obey(request) {
  switch (request.type) {
    case 'start':
      write = start(request);
      return;
    case 'write':
      return write(request.text);
    case 'resize':
      return isOver || terminal === null ? undefined : terminal.resize(request.cols, request.rows);
    case 'kill':
      return signalGroup(request.signal);
  }
}

function hear(request) {
  try {
    obey(request);
  } catch (error) {
    if (request.type !== 'start') return;
    report({ type: 'failed', message: String(error?.message ?? error) });
    process.exit(1);
  }
}

async function parentGone() {
  signalGroup('SIGHUP');
  signalGroup('SIGCONT');
  await later(POLITE_MS);
  signalGroup('SIGKILL');
  process.exit(1);
}

// Ctrl-C for the app, or a signal for everything that carries our mark, is not for us: we end with our parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
out.on('error', () => {});
process.stdin.on('error', () => {});
process.stdin.on('end', () => void parentGone());
let held = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (held + text).split('\n');
  held = lines.pop();
  for (const line of lines) hear(JSON.parse(line));
});
