import type { Session } from '@domain/session/record';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { showToast } from '../../ui/toast-store';
import { titleOf } from './session-words.logic';
import { useExport } from './use-export';
import { useSessionEdits } from './use-session-edits';
import { useSession } from './use-sessions';

export function DeleteDialog({ argument, close }: { argument: string; close: () => void }) {
  const session = useSession(argument);
  return session === null ? null : <DeleteOne session={session} close={close} />;
}

function DeleteOne({ session, close }: { session: Session; close: () => void }) {
  const edit = useSessionEdits(session);
  const exports = useExport(session);
  const [isExporting, setExporting] = useState(true);
  const [isDeleting, setDeleting] = useState(false);
  const remove = async () => {
    setDeleting(true);
    const isSafe = !isExporting || (await exports.save('md'));
    const isGone = isSafe && (await edit('sessions.delete', {}));
    setDeleting(false);
    if (!isGone) return;
    close();
    showToast({
      title: 'Moved to the trash',
      text: 'It stays there for 30 days.',
      action: { label: 'Undo', run: () => void edit('sessions.untrash', {}) },
    });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={`Move “${titleOf(session)}” to the trash?`}
      onSubmit={() => void remove()}
      footerNote="Its audit record stays."
      footer={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button type="submit" variant="danger" isLoading={isDeleting} loadingLabel="Moving…">
            Move to trash
          </Button>
        </>
      }
    >
      <p>It can be taken back for 30 days. After that its messages and texts are removed for good.</p>
      <Checkbox label="Export it as markdown first" isChecked={isExporting} onChange={setExporting} />
    </Dialog>
  );
}
