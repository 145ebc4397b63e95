import { create } from 'zustand';
import type { CountdownProps } from './Countdown';

export type ToastTone = 'plain' | 'good' | 'waiting' | 'broken';

export type Toast = {
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  readonly tone: ToastTone;
  /** A toast that asks stays until it is answered. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
  readonly isSticky: boolean;
  /** Counts down below the text. */
  readonly countdown: CountdownProps | null;
};

export type ToastWish = {
  readonly title: string;
  readonly text?: string;
  readonly tone?: ToastTone;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly isSticky?: boolean;
  readonly countdown?: CountdownProps;
};

type ToastState = { readonly toasts: readonly Toast[] };

const MOST = 3;
let lastId = 0;

export const useToastStore = create<ToastState>(() => ({ toasts: [] }));

/** Never for something visible in the view, never the only place of an error. */
export function showToast(wish: ToastWish): () => void {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    title: wish.title,
    text: wish.text,
    tone: wish.tone ?? 'plain',
    action: wish.action ?? null,
    isSticky: wish.isSticky ?? false,
    countdown: wish.countdown ?? null,
  };
  useToastStore.setState(({ toasts }) => ({ toasts: withRoom([...toasts, toast]) }));
  return () => dismissToast(toast.id);
}

/** What asks for an answer is not pushed out by what only tells. */
function withRoom(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MOST) return toasts;
  const passing = toasts.slice(0, -1).findIndex(({ isSticky, action }) => !isSticky && action === null);
  const first = passing === -1 ? toasts.slice(0, -1).findIndex(({ isSticky }) => !isSticky) : passing;
  return toasts.toSpliced(Math.max(0, first), 1);
}

export function dismissToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
