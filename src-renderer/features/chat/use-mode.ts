import type { PermissionMode } from '@domain/session/live';
import type { Session } from '@domain/session/record';
import { useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { replace, useStream } from '../../bridge/react';
import { type Mode, modeOf, readMode } from './ModeMenu';

/** What Claude may do without asking: chosen here, else the session's own, else what was chosen last for any. */
export function useMode(session: Pick<Session, 'metadata'>): readonly [PermissionMode, (mode: Mode) => void] {
  const usual = useStream('settings.watch', {}, replace).value?.settings.claude.permission_mode ?? 'default';
  const [last, keep] = useLayoutValue('permission_mode', (kept) => readMode(kept, usual));
  const [chosen, choose] = useState<Mode | null>(null);
  const change = (mode: Mode) => {
    choose(mode);
    keep(mode);
  };
  return [chosen ?? modeOf(session) ?? last, change];
}
