import type { Result } from '@domain/result';

/** `sha256` is of what was sent; what is kept went through the privacy filter before the disk. */
export type UploadedTranscript = { readonly sha256: string; readonly bytes: number; readonly lines: number };

export type UploadError = {
  readonly code:
    | 'transcript-too-large'
    | 'transcript-empty'
    /** Its lines name another session than the address. */
    | 'transcript-of-other-session'
    /** It was deleted for ever. */
    | 'session-gone'
    | 'upload-unavailable';
};

/** Transcripts handed in from elsewhere. One per session; a second is not taken. */
export type TranscriptUploads = {
  find(id: string): Promise<UploadedTranscript | null>;
  receive(id: string, chunks: AsyncIterable<Uint8Array>): Promise<Result<UploadedTranscript, UploadError>>;
  /** Brings what is stored under the rules of today: one session, or (null) all. Answers which were rewritten. */
  refilter(id: string | null): Promise<readonly string[]>;
  /** Deletes what was handed in of this session. */
  remove(id: string): Promise<void>;
};
