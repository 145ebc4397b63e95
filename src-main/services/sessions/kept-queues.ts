import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import type { QueuedPrompt } from '@domain/session/live';
import type { PromptImage } from '@domain/session/prompt-image';
import type { PromptQueues } from '../../ports/prompt-queues';
import type { Kernel } from './kernel';

type Images = Map<string, readonly PromptImage[]>;
type Kept = { readonly id: SessionId; readonly images: Images };

/** The queues on the disk: what an earlier program left, what waits now, and nothing of sessions that were deleted for ever. */
export type KeptQueues = {
  restore(add: (id: SessionId, queue: readonly QueuedPrompt[], images: Images) => void): void;
  keep(line: Kept, waiting: readonly QueuedPrompt[]): Promise<Result<null, StoreError>>;
  /** What went out of it: nobody is refused because of that. One that stays on the disk is shown once more after a start. */
  keepRest(line: Kept, waiting: readonly QueuedPrompt[]): Promise<void>;
  /** Also of those that were deleted while nobody looked. */
  onDeleted(tell: (id: SessionId) => void): () => void;
};

export function createKeptQueues(
  queues: PromptQueues,
  { stores, book, log }: Pick<Kernel, 'stores' | 'book' | 'log'>,
): KeptQueues {
  const keep: KeptQueues['keep'] = ({ id, images }, waiting) =>
    queues.keep(
      id,
      waiting.map((prompt) => ({ id: prompt.id, text: prompt.text, images: images.get(prompt.id) })),
    );

  return {
    keep,
    async keepRest(line, waiting) {
      const kept = await keep(line, waiting);
      if (!kept.ok) log.error('queued prompts were not saved', { session_id: line.id, error: kept.error });
    },
    restore(add) {
      for (const [id, prompts] of queues.found) {
        if (prompts.length === 0) continue;
        const images: Images = new Map();
        const queue = prompts.map((prompt) => {
          const count = prompt.images?.length ?? 0;
          if (prompt.images !== undefined && count > 0) images.set(prompt.id, prompt.images);
          return { id: prompt.id, text: prompt.text, ...(count > 0 ? { image_count: count } : {}) };
        });
        add(id, queue, images);
      }
    },
    onDeleted(tell) {
      const look = (store: { tombstones(): ReadonlySet<SessionId> }) => {
        for (const id of queues.found.keys()) if (store.tombstones().has(id)) tell(id);
      };
      stores.all().forEach(look);
      const stops = [
        stores.onOpened(look),
        book.onChange(({ session_id, session }, store) => {
          // Moved to another store, it is no tombstone.
          if (session === null && store.tombstones().has(session_id)) tell(session_id);
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
