import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names';
import { Icon, type IconType } from './Icon';
import { Kbd } from './Kbd';
import { Spinner } from './Spinner';
import { Tooltip } from './Tooltip';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** A quiet one on its own: its words, not the edge nobody sees, stand in line with what is above. */
  readonly isFlush?: boolean;
  readonly icon?: IconType;
  readonly shortcut?: string | null;
  /** Keeps its width and says the verb in the present: "Starting…". */
  readonly loadingLabel?: string;
  readonly isLoading?: boolean;
  /** Why it cannot be used now. It stays focusable, so that the reason can be found by keyboard too. */
  readonly disabledReason?: string | null;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

export function Button(props: ButtonProps) {
  const {
    variant = 'plain',
    size = 'm',
    isFlush = false,
    icon,
    shortcut,
    loadingLabel,
    isLoading = false,
    disabledReason = null,
    onClick,
    className,
    children,
    type = 'button',
    ...rest
  } = props;
  const isOff = isLoading || disabledReason !== null;
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={isLoading || undefined}
      aria-description={disabledReason ?? undefined}
      className={classNames(
        styles['button'],
        styles[variant],
        styles[size],
        isFlush && styles['flush'],
        className,
      )}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={classNames(styles['face'], isLoading && styles['away'])}>
        {icon && <Icon of={icon} size={size === 'l' ? 'm' : 's'} />}
        {children}
        {shortcut && <Kbd keys={shortcut} />}
      </span>
      {loadingLabel !== undefined && (
        <span className={classNames(styles['face'], !isLoading && styles['away'])}>
          <Spinner />
          {loadingLabel}
        </span>
      )}
    </button>
  );
  return disabledReason === null ? button : <Tooltip label={disabledReason}>{button}</Tooltip>;
}
