import type { EndAnnounced } from '@domain/work/end-plan';
import { replace, useStream } from '../../../bridge/react';
import { useUnclosed } from '../use-sessions';

const NONE: readonly EndAnnounced[] = [];

/** Sessions of any project that close soon because their bead moved on. Asked only while one works on a bead: it needs tracker and git. */
export function useAnnounced(): readonly EndAnnounced[] {
  const sessions = useUnclosed() ?? [];
  const isFollowing = sessions.some(({ status, bead_id }) => status === 'active' && bead_id !== undefined);
  const { value } = useStream('ending.announced', {}, replace, { isFollowing });
  return isFollowing ? (value?.announced ?? NONE) : NONE;
}
