import type { ReactNode } from 'react';
import { Notice, type NoticeProps } from './Notice';

export type FailureNoticeProps = {
  /** What happened, what is safe, what next. */
  readonly words: {
    readonly happened: string;
    readonly safe: string;
    readonly next: string;
    readonly details: string | null;
  };
  readonly tone?: NoticeProps['tone'];
  readonly actions?: ReactNode;
};

/** What went wrong, told in the order of every failure, and said aloud. */
export function FailureNotice({ words, tone = 'broken', actions }: FailureNoticeProps) {
  return (
    <Notice tone={tone} title={words.happened} details={words.details} isAnnounced actions={actions}>
      {words.safe} {words.next}
    </Notice>
  );
}
