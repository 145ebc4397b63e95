import type { ButtonHTMLAttributes, Ref } from 'react';
import type { ButtonSize, ButtonVariant } from './Button';
import styles from './Button.module.css';
import { classNames } from './class-names';
import { Icon, type IconType } from './Icon';
import { Tooltip } from './Tooltip';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'> & {
  readonly icon: IconType;
  /** Names the act and, where there are several of its kind, the object: "Pause Tide heights drift". */
  readonly label: string;
  readonly shortcut?: string | null;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly disabledReason?: string | null;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    shortcut = null,
    variant = 'quiet',
    size = 'm',
    disabledReason = null,
    ...rest
  } = props;
  const { onClick, className, ...others } = rest;
  return (
    <Tooltip label={disabledReason ?? label} shortcut={disabledReason === null ? shortcut : null}>
      <button
        type="button"
        {...others}
        aria-label={label}
        aria-disabled={disabledReason !== null || undefined}
        aria-description={disabledReason ?? undefined}
        className={classNames(styles['button'], styles['icon'], styles[variant], styles[size], className)}
        onClick={(event) => {
          if (disabledReason !== null) event.preventDefault();
          else onClick?.(event);
        }}
      >
        <Icon of={icon} size={size === 's' ? 's' : 'm'} />
      </button>
    </Tooltip>
  );
}
