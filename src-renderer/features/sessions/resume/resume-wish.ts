import { openOverlay } from '../../../app/state/window';

/** What a person had typed when the dialog opened instead: it stands there as the prompt. */
let typed: { readonly id: string; readonly text: string } | null = null;

export function askResume(id: string, text: string | null = null): void {
  typed = text === null ? null : { id, text };
  openOverlay('resume-session', id);
}

export const typedFor = (id: string): string | null => (typed?.id === id ? typed.text : null);
