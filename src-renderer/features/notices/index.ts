import { createElement, lazy, Suspense } from 'react';
import type { Feature } from '../../app/feature';

const Notices = lazy(async () => ({ default: (await import('./Notices')).Notices }));

function Always() {
  return createElement(Suspense, { fallback: null }, createElement(Notices));
}

export { isLong } from './notices.logic';
export { useTell } from './use-tell';

export const notices: Feature = { id: 'notices', Always };
