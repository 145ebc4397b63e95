/**
 * Everything is refused, then what the window needs is named. It talks to this process over IPC, so it connects nowhere.
 * Pictures may be `data:` because that is how a chat shows one that was never a file.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
