import type { NoticeKind, Settings } from '@domain/settings';
import type { SeenSession } from '../sessions';

export type Happening = {
  readonly kind: NoticeKind;
  /** The same thing is told once. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly sessionId: string | null;
};

/** What of a session is compared from one moment to the next. */
type Face = { readonly isBusy: boolean; readonly reason: string | null; readonly asks: readonly string[] };
export type Faces = ReadonlyMap<string, Face>;

const faceOf = ({ status, pause_reason, doing }: SeenSession): Face => ({
  isBusy: doing !== undefined && doing.status !== 'idle',
  reason: status === 'paused' ? (pause_reason ?? null) : null,
  asks: doing?.asks.map(({ id }) => id) ?? [],
});

export const facesOf = (sessions: readonly SeenSession[]): Faces =>
  new Map(sessions.map((session) => [session.id, faceOf(session)]));

/** What happened between two looks; of a session seen for the first time nothing did. */
export function happeningsOf(
  before: Faces,
  sessions: readonly SeenSession[],
  words: { title: (session: SeenSession) => string; ask: (tool: string) => string },
): readonly Happening[] {
  return sessions.flatMap((session) => {
    const was = before.get(session.id);
    if (was === undefined) return [];
    const now = faceOf(session);
    const about = { text: words.title(session), sessionId: session.id };
    const happened: Happening[] = [];
    for (const ask of session.doing?.asks ?? [])
      if (!was.asks.includes(ask.id))
        happened.push({ ...about, kind: 'asks', key: `ask ${ask.id}`, title: words.ask(ask.tool) });
    if (now.reason !== was.reason && now.reason === 'crash')
      happened.push({
        ...about,
        kind: 'crashed',
        key: keyOf('crash', session),
        title: 'Claude exited unexpectedly',
      });
    else if (now.reason !== was.reason && now.reason === 'usage_limit')
      happened.push({
        ...about,
        kind: 'limit',
        key: keyOf('limit', session),
        title: 'The usage limit is reached',
      });
    else if (was.isBusy && !now.isBusy && session.status === 'active' && session.doing !== undefined)
      happened.push({
        ...about,
        kind: 'finished',
        key: keyOf('turn', session),
        title: 'Claude has finished',
      });
    return happened;
  });
}

const keyOf = (what: string, { id, revision, updated_at }: SeenSession) =>
  `${what} ${id} ${revision} ${updated_at}`;

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

export function isQuiet({ quiet_from, quiet_until }: Settings['notices'], at: Date): boolean {
  if (quiet_from === null || quiet_until === null) return false;
  const now = at.getHours() * 60 + at.getMinutes();
  const [from, until] = [minutesOf(quiet_from), minutesOf(quiet_until)];
  return from <= until ? now >= from && now < until : now >= from || now < until;
}

export type Moment = { readonly isLookedAt: boolean; readonly isShown: boolean; readonly at: Date };

/** Where a happening is told. What a person is looking at needs no notice; a question has its own in the window. */
export function waysOf(
  { kind }: Happening,
  settings: Settings['notices'],
  { isLookedAt, isShown, at }: Moment,
): { readonly inWindow: boolean; readonly bySystem: boolean } {
  const way = settings[kind];
  const isSeen = isLookedAt && isShown;
  return {
    inWindow: way !== 'off' && kind !== 'asks' && !isSeen,
    bySystem: way === 'system' && !isLookedAt && !isQuiet(settings, at),
  };
}

/** A first reading of the whole history takes minutes; work that takes less than this is no news. */
export const isLong = (tookMs: number): boolean => tookMs >= 20_000;

/** Of an amount, the highest of the two marks that is passed: 80 or 100 percent. */
export function passedMark(spentMicroUsd: number, amountUsd: number | null): 80 | 100 | null {
  if (amountUsd === null) return null;
  const share = spentMicroUsd / (amountUsd * 1_000_000);
  return share >= 1 ? 100 : share >= 0.8 ? 80 : null;
}
