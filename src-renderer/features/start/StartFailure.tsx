import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { TrustDialog } from '../project';
import { needsTrust, startSentences } from './start-errors';

type StartFailureProps = { readonly error: Parameters<typeof startSentences>[0]; readonly after: () => void };

/** What happened, what was put back, and the way on. */
export function StartFailure({ error, after }: StartFailureProps) {
  const [isTrusting, setTrusting] = useState(false);
  const { happened, safe, next, details } = startSentences(error);
  return (
    <>
      <Notice
        tone="broken"
        title={happened}
        details={details}
        isAnnounced
        actions={
          needsTrust(error) && (
            <Button size="s" onClick={() => setTrusting(true)}>
              Trust this project…
            </Button>
          )
        }
      >
        {safe} {next}
      </Notice>
      {isTrusting && (
        <TrustDialog
          argument=""
          close={() => {
            setTrusting(false);
            after();
          }}
        />
      )}
    </>
  );
}
