import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './Button';
import { Countdown } from './Countdown';
import { classNames } from './class-names';
import { Icon, type IconType } from './Icon';
import { IconButton } from './IconButton';
import styles from './ToastRegion.module.css';
import { dismissToast, type Toast, type ToastTone, useToastStore } from './toast-store';

const SHOWN_MS = 5000;
const ICONS: Record<ToastTone, IconType> = {
  plain: Info,
  good: CircleCheck,
  waiting: TriangleAlert,
  broken: CircleX,
};

export function ToastRegion() {
  const toasts = useToastStore((state) => state.toasts);
  return (
    <section className={styles['region']} aria-label="Notifications">
      <ul aria-live="polite" aria-relevant="additions" className={styles['list']}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus();

function followLooks(onChange: () => void): () => void {
  window.addEventListener('focus', onChange);
  window.addEventListener('blur', onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    window.removeEventListener('focus', onChange);
    window.removeEventListener('blur', onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const isSeen = useSyncExternalStore(followLooks, isLookedAt);
  useEffect(() => {
    if (toast.isSticky || isHeld || !isSeen) return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, isSeen]);
  const { action } = toast;
  // Beside a text it would leave the text no room.
  const hasText = toast.text !== undefined;
  const act = action && (
    <Button
      size="s"
      variant={hasText ? 'plain' : 'quiet'}
      className={styles['act']}
      onClick={() => {
        dismissToast(toast.id);
        action.run();
      }}
    >
      {action.label}
    </Button>
  );
  return (
    <li
      className={classNames(styles['toast'], styles[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={ICONS[toast.tone]} className={styles['icon']} />
      <div className={styles['body']}>
        <strong>{toast.title}</strong>
        {toast.text && <p>{toast.text}</p>}
        {toast.countdown && (
          <p>
            <Countdown {...toast.countdown} />
          </p>
        )}
        {hasText && act}
      </div>
      {!hasText && act}
      <IconButton
        icon={X}
        size="s"
        label={`Dismiss: ${toast.title}`}
        onClick={() => dismissToast(toast.id)}
      />
    </li>
  );
}
