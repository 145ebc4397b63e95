import './connect';

/** Where a file lies that a person gave to the window. Null in a browser, which tells no page, and for what lies nowhere. */
export function pathOfFile(file: File): string | null {
  const path = window.beadsBridge?.pathOf(file) ?? '';
  return path === '' ? null : path;
}
