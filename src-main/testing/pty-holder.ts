import { createNodePtys } from '../adapters/pty/node-ptys';

/** Opens a terminal with a program that ignores polite signals, says its pid, and waits to be killed. */
const opened = await createNodePtys().open({
  file: '/bin/sh',
  args: ['-c', "trap '' HUP INT TERM; while :; do sleep 1; done"],
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '' },
  size: { cols: 80, rows: 24 },
});
console.log(opened.ok ? `program ${opened.value.pid}` : opened.error.message);
if (opened.ok) opened.value.onData(() => {});
