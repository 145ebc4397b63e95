/**
 * Puts words into the mouth of a real server: calls and streams that are named here answer as written, everything else goes
 * through. `answers` and `streams`: name -> value, or a function of the input. `edits`: name -> change of what the server says.
 */
export async function setStage(page, { answers = {}, streams = {}, edits = {} }) {
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    const asked = new Map();
    const staged = new Set();
    const say = (envelope) => socket.send(JSON.stringify(envelope));
    const spoken = (value, input) => (typeof value === 'function' ? value(input) : value);
    socket.onMessage((text) => {
      const { type, id, name, input } = JSON.parse(text);
      if (type === 'call' && name in answers) {
        say({ type: 'answer', id, result: { ok: true, value: spoken(answers[name], input) } });
        return;
      }
      if (type === 'follow' && name in streams) {
        staged.add(id);
        const cursor = { epoch: 'look', seq: 0 };
        say({ type: 'frame', id, frame: { type: 'snapshot', cursor, value: spoken(streams[name], input) } });
        return;
      }
      if (type === 'stop' && staged.delete(id)) return;
      asked.set(id, name);
      server.send(text);
    });
    server.onMessage((text) => {
      const envelope = JSON.parse(text);
      const edit = edits[asked.get(envelope.id)];
      if (edit && envelope.result?.ok) envelope.result.value = edit(envelope.result.value);
      if (edit && envelope.frame?.type === 'snapshot') envelope.frame.value = edit(envelope.frame.value);
      say(envelope);
    });
  });
}
