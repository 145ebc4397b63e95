import { Unplug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useClient, useConnection } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { showToast } from '../../ui/toast-store';
import styles from './ConnectionBanner.module.css';

/** In the flow on top: it pushes the content down a line rather than hide any of it. */
export function ConnectionBanner() {
  const client = useClient();
  const state = useConnection();
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'lost') wasLost.current = true;
    if (state !== 'open' || !wasLost.current) return;
    wasLost.current = false;
    showToast({ title: 'Reconnected', text: 'Everything is up to date again.', tone: 'good' });
  }, [state]);
  return (
    <div role="status" className={styles['place']}>
      {state === 'lost' && (
        <div className={styles['banner']}>
          <Icon of={Unplug} />
          <p>
            <strong>Connection lost.</strong> Sessions go on without this window; what you see is the last we
            knew. Trying again…
          </p>
          <Button size="s" onClick={client.retryNow}>
            Try again now
          </Button>
        </div>
      )}
    </div>
  );
}
