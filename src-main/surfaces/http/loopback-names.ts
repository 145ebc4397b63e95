/** The names this machine has for itself. Nothing else is looked up: a name that resolves here is not one of them. */
const LOOPBACK = String.raw`(?:127\.0\.0\.1|localhost|\[::1\])`;
const PORT = '(?::(?<port>[0-9]{1,5}))?';
const HOST = new RegExp(`^${LOOPBACK}${PORT}$`, 'i');
const ORIGIN = new RegExp(`^http://${LOOPBACK}${PORT}$`, 'i');

// Matched as text, not parsed as a URL: a URL parser is generous (user@host, 127.1, 0x7f000001, trailing dots,
// backslashes) and each kindness is a way in. Any port passes, because a forwarded one is not ours.
function matches(shape: RegExp, text: string): boolean {
  const found = shape.exec(text);
  if (found === null) return false;
  const port = found.groups?.['port'];
  return port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
}

export function isLoopbackHost(host: string): boolean {
  return matches(HOST, host);
}

export function isLoopbackOrigin(origin: string): boolean {
  return matches(ORIGIN, origin);
}
