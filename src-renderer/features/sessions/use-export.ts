import type { Session } from '@domain/session/record';
import { useProject } from '../../app/state/project';
import { useClient } from '../../bridge/react';
import { copyText } from '../../ui/copy-text';
import { saveText } from '../../ui/save-text';
import { showToast } from '../../ui/toast-store';
import { sessionSentences } from './session-errors';
import { titleOf } from './session-words.logic';

const TYPES = { md: 'text/markdown', json: 'application/json' } as const;

/** `tide-heights-drift-1a2b3c4d.md`: readable, and never a path. */
export function exportName(session: Session, format: 'md' | 'json'): string {
  const words = titleOf(session)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${words || 'session'}-${session.id.slice(0, 8)}.${format}`;
}

export function useExport(session: Session) {
  const client = useClient();
  const project = useProject()?.path;
  const read = async (format: 'md' | 'json'): Promise<string | null> => {
    const result = await client.ask('sessions.export', { project, id: session.id, format });
    if (result.ok) return result.value.text;
    const { happened, safe, next } = sessionSentences(result.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
    return null;
  };
  return {
    async save(format: 'md' | 'json') {
      const text = await read(format);
      if (text === null) return false;
      saveText(exportName(session, format), TYPES[format], text);
      return true;
    },
    async copy() {
      const text = await read('md');
      if (text !== null) await copyText(text, 'Copied as markdown');
    },
  };
}
