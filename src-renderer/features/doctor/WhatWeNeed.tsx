import { commonSentences } from '../../app/words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { CheckList } from './CheckList';
import styles from './CheckList.module.css';

const ASKED_ON_WELCOME = ['claude', 'git', 'bd'];

/** The programs a new person must have, and whatever else is broken: for the welcome screen. */
export function WhatWeNeed() {
  const { data, error, refetch, isFetching } = useQueryEntry('app.doctor', {}, { staleMs: 60_000 });
  const again = () => void refetch();
  if (error !== null) {
    const words = commonSentences(error.failure);
    return (
      <Notice
        tone="broken"
        title={words.happened}
        details={words.details}
        actions={
          <Button size="s" onClick={again}>
            Check again
          </Button>
        }
      >
        {words.safe} {words.next}
      </Notice>
    );
  }
  if (data === undefined) return <Skeleton label="Looking for the programs we need" />;
  const shown = data.checks.filter(
    (check) =>
      ASKED_ON_WELCOME.includes(check.id) || check.verdict === 'failed' || check.verdict === 'warning',
  );
  const isAllWell = shown.every(({ verdict }) => verdict === 'ok');
  return (
    <>
      <CheckList checks={shown} />
      {!isAllWell && (
        <Button
          size="s"
          variant="quiet"
          className={styles['again']}
          isLoading={isFetching}
          loadingLabel="Checking…"
          onClick={again}
        >
          Check again
        </Button>
      )}
    </>
  );
}
