import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// One page serves many files, and starting it is what costs; what our modules remember is each file's own.
vi.resetModules();

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.location.hash = '';
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.title = '';
  // user-event gives the page one, and leaves it there.
  Reflect.deleteProperty(window.navigator, 'clipboard');
});

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

// jsdom draws nothing: it has no media queries, no observers and no scrolling, which the window only reads.
giveMissingParts();

function giveMissingParts() {
  if (typeof window.matchMedia !== 'function') {
    window.matchMedia = (query: string) =>
      ({
        matches: false,
        media: query,
        onchange: null,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
        dispatchEvent: () => false,
      }) satisfies MediaQueryList;
  }

  if (typeof window.ResizeObserver !== 'function') window.ResizeObserver = StillObserver;
  if (typeof Element.prototype.scrollIntoView !== 'function') Element.prototype.scrollIntoView = () => {};
  if (typeof Element.prototype.getAnimations !== 'function') Element.prototype.getAnimations = () => [];
}
