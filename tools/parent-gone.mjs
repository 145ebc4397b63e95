/**
 * npm starts a script through a shell, and a shell that is killed does not tell its child: without this, `kill <npm>` would
 * leave a server nobody knows of. Answers the way to stop watching.
 */
export function onParentGone(tell, { ppid = () => process.ppid, everyMs = 500 } = {}) {
  const parent = ppid();
  const timer = setInterval(() => {
    if (ppid() === parent) return;
    clearInterval(timer);
    tell();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
