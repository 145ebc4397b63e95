import type { SessionId } from '@domain/ids';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { momentWords } from '../../../app/time-words';
import { useCommand, useQueryEntry } from '../../../bridge/react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { useNow } from '../use-sessions';

type RestoreLineProps = { sessionId: string; onRestored: () => void };

/** Claude's own file is gone, and we may have kept a copy that it can go on with. */
export function RestoreLine({ sessionId, onRestored }: RestoreLineProps) {
  const now = useNow(false);
  const id = sessionId as SessionId;
  const { data } = useQueryEntry('history.show', { id }, { isFresh: true });
  const { run, isRunning } = useCommand('history.restore');
  const [isRefused, setRefused] = useState(false);
  const copy = data?.keeping.copy ?? null;
  if (copy === null || !copy.is_exact) return null;
  const restore = async () => {
    const done = await run({ id });
    setRefused(!done.ok);
    if (done.ok) onRestored();
  };
  return (
    <Notice
      tone={isRefused ? 'waiting' : 'quiet'}
      icon={Archive}
      title={isRefused ? 'Our copy could not be put back.' : 'We have our own copy of the transcript.'}
      actions={
        <Button size="s" isLoading={isRunning} loadingLabel="Restoring…" onClick={() => void restore()}>
          {isRefused ? 'Try again' : 'Restore it'}
        </Button>
      }
    >
      {isRefused
        ? 'Nothing was overwritten. History says more about it.'
        : `Kept ${momentWords(copy.kept_at, now)}. Restored, Claude can resume it as if nothing had happened.`}
    </Notice>
  );
}
