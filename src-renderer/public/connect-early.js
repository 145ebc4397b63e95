// Runs while the window's own script is still on its way: the connection is made and the first questions are asked
// meanwhile. bridge/connect.ts takes this socket over, or makes its own where there is none or it is spent;
// bridge/asked-early.ts gives what was answered to whoever asks the same.
(() => {
  // The desktop app has its own way; a fresh link brings another token.
  if (window.beadsBridge !== undefined || window.location.hash.startsWith('#/login/')) return;
  const token = window.sessionStorage.getItem('beads-console.token');
  if (token === null) return;
  const { protocol, host } = window.location;
  const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`;
  const socket = new WebSocket(url, ['beads-console', `bearer.${token}`]);
  const project = window.sessionStorage.getItem('beads-console.project');
  const app = window.sessionStorage.getItem('beads-console.app') === 'demo' ? { app: 'demo' } : {};
  const asked = [];
  const heard = [];
  // Numbers that the window itself does not reach in a day.
  const ask = (type, name, input, rest) =>
    asked.push({ type, id: 1_000_000_000 + asked.length, name, input, ...rest, ...app });
  ask('call', 'app.info', {});
  ask('follow', 'settings.watch', {}, { after: null });
  ask('call', 'layout.read', { project: null });
  if (project !== null) {
    ask('call', 'layout.read', { project });
    ask('call', 'projects.open', { path: project });
    ask('follow', 'beads.watch', { project }, { after: null });
    ask('follow', 'sessions.watch', { project }, { after: null });
  }
  // Not `onopen`: that is set by who takes the socket over, which may be before it opens.
  socket.addEventListener('open', () => {
    for (const envelope of asked) socket.send(JSON.stringify(envelope));
  });
  socket.onmessage = (event) => heard.push(event.data);
  window.beadsEarly = { token, socket, asked, heard };
})();
