import { isWebAddress } from '@domain/web-address';
import { useAppInfo } from '../../app/state/app-info';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copy-text';
import { Dialog } from '../../ui/Dialog';
import styles from './TerminalPanel.module.css';

/** A program may hide where a link leads behind any words; so it is shown whole, and a person decides. */
export function LinkDialog({ address, onClose }: { address: string | null; onClose: () => void }) {
  const { shell } = useAppInfo();
  const client = useClient();
  const isWeb = address !== null && isWebAddress(address);
  const open = async () => {
    onClose();
    if (address === null) return;
    if (shell === 'serve') return void window.open(address, '_blank', 'noopener,noreferrer');
    const opened = await client.call('app.open_link', { address });
    if (!opened.ok || !opened.value.is_open)
      await copyText(address, 'It could not be opened from here, so the link was copied');
  };
  return (
    <Dialog
      isOpen={address !== null}
      onClose={onClose}
      size="s"
      title="Open this link?"
      description="It comes from the terminal. This is where it leads:"
      footer={
        <>
          <Button
            onClick={() => {
              if (address !== null) void copyText(address, 'Link copied');
              onClose();
            }}
          >
            Copy link
          </Button>
          {isWeb && (
            <Button variant="primary" onClick={() => void open()}>
              Open
            </Button>
          )}
        </>
      }
    >
      <p className={styles['address']}>{address}</p>
    </Dialog>
  );
}
