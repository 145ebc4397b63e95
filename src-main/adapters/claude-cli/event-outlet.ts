import type { DriverEvent } from '../../ports/claude-driver';

/** D2, D3: keeps what is told until somebody listens, and is silent after the end. */
export type EventOutlet = {
  emit(event: DriverEvent): void;
  onEvent(tell: (event: DriverEvent) => void): () => void;
  isOver(): boolean;
};

export function createEventOutlet(): EventOutlet {
  const listeners = new Set<(event: DriverEvent) => void>();
  const kept: DriverEvent[] = [];
  let isOver = false;
  return {
    isOver: () => isOver,
    emit(event) {
      if (isOver) return;
      if (event.type === 'process-ended') isOver = true;
      if (listeners.size === 0) kept.push(event);
      else for (const tell of [...listeners]) tell(event);
    },
    onEvent(tell) {
      listeners.add(tell);
      for (const event of kept.splice(0)) tell(event);
      return () => {
        listeners.delete(tell);
      };
    },
  };
}
