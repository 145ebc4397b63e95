import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { classNames } from './class-names';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The question or the act. */
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons, the primary one last. */
  readonly footer?: ReactNode;
  /** What will happen, or the other way: at the footer's left. */
  readonly footerNote?: ReactNode;
  /** What went wrong: above the footer, where it is seen however far the body is scrolled. */
  readonly failure?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Asked when it closes: no, when something else takes the focus. */
  readonly givesFocusBack?: () => boolean;
  /** Ctrl/Cmd-Enter from anywhere in the dialog, and Enter in a field. */
  readonly onSubmit?: () => void;
};

/** The body scrolls, header and footer stay; the focus returns to where it came from. */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    description,
    children,
    footer,
    footerNote,
    failure,
    size = 'm',
    initialFocus,
  } = props;
  const { onSubmit, givesFocusBack } = props;
  const popup = useRef<HTMLDivElement>(null);
  // Not the first button, which is Close: its tooltip would open over what is asked.
  const firstField = () =>
    initialFocus?.current ??
    popup.current?.querySelector<HTMLElement>('input, textarea, select, [data-first-focus]') ??
    popup.current;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return;
    event.preventDefault();
    // A dialog that this one opened is its child for React: what is sent there is not sent here too.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['scrim']} />
        <Base.Viewport className={styles['place']}>
          <Base.Popup
            className={classNames(styles['dialog'], styles[size])}
            ref={popup}
            initialFocus={firstField}
            {...(givesFocusBack !== undefined && { finalFocus: givesFocusBack })}
            onKeyDown={onKeyDown}
          >
            <header className={styles['header']}>
              <div>
                <Base.Title className={styles['title']}>{title}</Base.Title>
                {description && (
                  <Base.Description className={styles['description']} render={<div />}>
                    {description}
                  </Base.Description>
                )}
              </div>
              <IconButton icon={X} label="Close" size="s" onClick={onClose} />
            </header>
            <form
              className={styles['form']}
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                onSubmit?.();
              }}
            >
              {children && <div className={styles['content']}>{children}</div>}
              {failure && <div className={styles['failure']}>{failure}</div>}
              {footer && (
                <footer className={styles['footer']}>
                  <div className={styles['note']}>{footerNote}</div>
                  {footer}
                </footer>
              )}
            </form>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
