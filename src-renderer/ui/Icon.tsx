import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names';
import styles from './Icon.module.css';

export type IconType = LucideIcon;
export type IconSize = 'xs' | 's' | 'm';

/** Always beside a word, or inside something that has a name: so it is silent itself. */
export function Icon({
  of: Drawn,
  size = 'm',
  className,
}: {
  of: IconType;
  size?: IconSize;
  className?: string;
}) {
  return (
    <Drawn
      aria-hidden="true"
      strokeWidth={size === 'xs' ? 2 : 1.75}
      className={classNames(styles['icon'], styles[size], className)}
    />
  );
}
