import type { BeadId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { draftOf, type NewSession } from '@domain/session/create';
import { type DrivingWish, drivingChosen } from '@domain/session/driving';
import type { SessionError } from '@domain/session/errors';
import { stampFacts } from '@domain/session/events';
import type { Session } from '@domain/session/record';
import { changeTags } from '@domain/session/tags';
import type { TriggerSource } from '@domain/session/values';
import { BUDGET_KEY } from '@domain/trigger/trigger';
import type { Kernel } from './kernel';

/** How it will be driven is kept for its start. */
export type CreateRequest = DrivingWish & {
  /** Any folder inside the project. */
  readonly folder: string;
  readonly title?: string | null | undefined;
  readonly objective?: string | null | undefined;
  readonly prompt?: string | null | undefined;
  readonly bead_id?: BeadId | null | undefined;
  readonly agent_id?: string | null | undefined;
  readonly branch?: string | null | undefined;
  readonly worktree?: string | undefined;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly trigger_source?: TriggerSource | undefined;
  /** Its first run may spend so much; then Claude itself ends it. */
  readonly max_budget_usd?: number | undefined;
  readonly place?: NewSession['place'];
  /** Of our own making: it is written as it is. */
  readonly metadata?: Record<string, unknown> | undefined;
};

/** A draft: it has its id, it is on disk, and no process has heard of it. */
export function createCreateSession(kernel: Kernel) {
  const { stores, clean, clock } = kernel;
  return async (request: CreateRequest): Promise<Result<Session, SessionError>> => {
    const place = await stores.forFolder(request.folder);
    if (!place.ok) return place;
    const { store, root } = place.value;
    const texts = cleanTexts(kernel, request);
    if (!texts.ok) return texts;
    const tags = changeTags([], { mode: 'replace', tags: clean.tags(request.tags ?? []) });
    if (!tags.ok) return tags;
    const id = kernel.newId() as SessionId;
    const session = draftOf({
      id,
      project_id: store.project_id,
      device_id: kernel.deviceId,
      at: clock.now(),
      cwd: store.kind === 'project' ? root : request.folder,
      ...texts.value,
      bead_id: request.bead_id ?? undefined,
      worktree: request.worktree,
      model: request.model,
      tags: tags.value,
      trigger_source: request.trigger_source ?? 'ad-hoc',
      metadata: {
        ...request.metadata,
        ...drivingChosen(request),
        ...(request.max_budget_usd === undefined ? {} : { [BUDGET_KEY]: request.max_budget_usd }),
      },
      place: clean.value({ ...request.place }) as NewSession['place'],
    });
    const events = stampFacts({ session_id: id, revision: 0, at: session.created_at }, [
      { type: 'created', session },
    ]);
    const saved = await store.commit([{ session_id: id, expected_revision: 0, events }]);
    if (!saved.ok) return saved;
    const [created] = saved.value;
    return created ? ok(created) : err({ code: 'session-not-found', session_id: id });
  };
}

type Texts = Pick<NewSession, 'title' | 'objective' | 'prompt' | 'agent_id' | 'branch'>;

function cleanTexts({ clean }: Kernel, request: CreateRequest): Result<Texts, SessionError> {
  const texts: Record<string, string | undefined> = {};
  for (const field of ['title', 'objective', 'prompt', 'agent_id', 'branch'] as const) {
    const text = clean.optional(field, request[field]);
    if (!text.ok) return text;
    texts[field] = text.value;
  }
  return ok(texts);
}
