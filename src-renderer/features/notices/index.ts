import { createElement, lazy, Suspense } from 'react';
import type { Feature } from '../../app/feature';
import { useProject } from '../../app/state/project';

const Notices = lazy(async () => ({ default: (await import('./Notices')).Notices }));

function Always() {
  if (useProject() === null) return null;
  return createElement(Suspense, { fallback: null }, createElement(Notices));
}

export const notices: Feature = { id: 'notices', Always };
