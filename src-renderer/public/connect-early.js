// Runs while the window's own script is still on its way: the connection is made meanwhile.
// bridge/connect.ts takes this socket over, or makes its own where there is none or it is spent.
(() => {
  // The desktop app has its own way; a fresh link brings another token.
  if (window.beadsBridge !== undefined || window.location.hash.startsWith('#/login/')) return;
  const token = window.sessionStorage.getItem('beads-console.token');
  if (token === null) return;
  const { protocol, host } = window.location;
  const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`;
  window.beadsEarly = { token, socket: new WebSocket(url, ['beads-console', `bearer.${token}`]) };
})();
