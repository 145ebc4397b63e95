import { API } from '@contract/rest-addresses';
import { SessionId } from '@domain/ids';
import { MAX_UPLOAD_BYTES } from '@domain/transcript/upload-limit';
import type { TranscriptUploads } from '../../ports/transcript-uploads';
import type { Dispatch } from '../dispatch';
import { jsonReply, type StreamRoute } from '../http/route';
import { problemReply, tellProblem } from './problem';

export type UploadTranscript = { readonly uploads: TranscriptUploads; readonly dispatch: Dispatch };

/** Each holds one line in memory. */
const MOST_AT_ONCE = 4;

/**
 * A transcript from another machine, as its own bytes. It becomes part of the history; the statuses are those that tools
 * which upload know: 202 taken, 200 there already.
 */
export function createUploadRoute({ uploads, dispatch }: UploadTranscript): StreamRoute {
  const underWay = new Set<string>();
  return {
    kind: 'stream',
    method: 'POST',
    path: `${API}/sessions/{id}/transcript/upload`,
    access: 'write',
    tell: tellProblem,
    async serve({ params, headers, admission }, { request }) {
      const id = SessionId.safeParse(params['id']?.toLowerCase());
      if (!id.success) return problemReply({ code: 'session-id-invalid' });
      const length = headers['content-length'];
      if (length === undefined) return problemReply({ code: 'length-required' });
      if (Number(length) > MAX_UPLOAD_BYTES) return problemReply({ code: 'transcript-too-large' });
      const before = await uploads.find(id.data);
      if (before !== null) return jsonReply(200, { status: 'already_uploaded', ...before });
      const caller = { door: 'rest', connection: admission.holder } as const;
      // Claude wrote it here itself: a second copy would be told twice.
      const known = await dispatch.call('history.show', { id: id.data }, caller);
      if (known.ok) return jsonReply(200, { status: 'already_uploaded' });
      if (underWay.has(id.data)) return problemReply({ code: 'upload-busy' });
      if (underWay.size >= MOST_AT_ONCE) return problemReply({ code: 'upload-busy' });
      underWay.add(id.data);
      try {
        const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
        const taken = await uploads.receive(id.data, chunks);
        return taken.ok ? jsonReply(202, { status: 'uploaded', ...taken.value }) : problemReply(taken.error);
      } finally {
        underWay.delete(id.data);
      }
    },
    close() {},
  };
}
