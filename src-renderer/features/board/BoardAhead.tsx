import type { FolderPath } from '@domain/ids';
import { useEffect } from 'react';
import type { AheadProps } from '../../app/feature';
import { useStream } from '../../bridge/react';
import { foldBeads } from '../bead';

/** The store of the stream is shared and lingers: the board finds it full. */
export function BoardAhead({ project, onReady }: AheadProps) {
  const { status } = useStream('beads.watch', { project: project as FolderPath }, foldBeads);
  useEffect(() => {
    if (status !== 'waiting') onReady();
  }, [status, onReady]);
  return null;
}
