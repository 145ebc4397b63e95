import { useAppInfo } from '../../app/state/app-info';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copy-text';
import { Dialog } from '../../ui/Dialog';
import styles from './TerminalPanel.module.css';

/** A program may hide where a link leads behind any words; so it is shown whole, and a person decides. */
export function LinkDialog({ address, onClose }: { address: string | null; onClose: () => void }) {
  const { shell } = useAppInfo();
  const isWeb = address !== null && /^https?:\/\//i.test(address);
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
          {isWeb && shell === 'serve' && (
            <Button
              variant="primary"
              onClick={() => {
                window.open(address, '_blank', 'noopener,noreferrer');
                onClose();
              }}
            >
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
