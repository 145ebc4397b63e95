import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  // Pure tests run without a window (`@vitest-environment node`).
  if (typeof window === 'undefined') return;
  cleanup();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.location.hash = '';
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
if (typeof window !== 'undefined') giveMissingParts();

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
