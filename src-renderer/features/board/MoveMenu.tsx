import type { Board } from '@domain/bead/board';
import type { BoardColumn } from '@domain/bead/columns';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import styles from './MoveMenu.module.css';

type MoveMenuProps = {
  readonly board: Board;
  readonly beadId: string | null;
  readonly onClose: () => void;
  readonly onMove: (id: string, column: BoardColumn) => Promise<void>;
};

/** What dragging does, by keyboard: the columns as buttons. */
export function MoveMenu({ board, beadId, onClose, onMove }: MoveMenuProps) {
  const card = beadId === null ? undefined : board.cards.get(beadId);
  if (card === undefined || beadId === null) return null;
  const first = board.columns.findIndex(({ column }) => column.id !== card.columnId && column.gives !== null);
  return (
    <Dialog isOpen onClose={onClose} size="s" title={`Move ${beadId} to`}>
      <div className={styles['choices']}>
        {board.columns.map(({ column }, index) => (
          <Button
            key={column.id}
            data-first-focus={index === first || undefined}
            disabledReason={
              column.id === card.columnId
                ? 'It is here already.'
                : column.gives === null
                  ? 'Nothing can be put here.'
                  : null
            }
            onClick={() => {
              onClose();
              void onMove(beadId, column);
            }}
          >
            {column.title}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
