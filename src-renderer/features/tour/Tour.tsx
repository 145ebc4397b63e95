import { useEffect, useRef } from 'react';
import { whenQuiet } from '../../app/frame/use-focus-keeper';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { noteInSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Kbd } from '../../ui/Kbd';
import { STEPS } from './steps';
import styles from './Tour.module.css';
import { goToStep, leaveTour, useTour } from './tour-state';
import { useSpot } from './use-spot';

/** One card after the other beside what it speaks of. It holds nothing up: the window works on behind it. */
export function Tour() {
  const step = useTour((state) => state.step);
  return step === null ? null : <Card key={step} step={step} />;
}

function Card({ step }: { step: number }) {
  const client = useClient();
  const settings = useSettings();
  const card = useRef<HTMLDivElement>(null);
  const { title, text, target, action } = STEPS[step] ?? { title: '', text: '', target: '' };
  const spot = useSpot(target, card);
  const shortcut = useShortcutOf(action ?? '');
  const isLast = step === STEPS.length - 1;
  useEffect(() => {
    const take = () => card.current?.focus();
    take();
    // The palette it may have been called from gives the focus back once it has closed.
    return whenQuiet(take);
  }, []);
  // Noted as it begins: it is not offered again to one who closes the window in the middle of it.
  const isNoted = settings.tour.is_done;
  useEffect(() => {
    if (!isNoted) void noteInSettings(client, { tour: { is_done: true } });
  }, [client, isNoted]);
  const leave = leaveTour;
  return (
    <>
      {spot.ring !== null && <div className={styles['ring']} style={spot.ring} />}
      <div
        ref={card}
        role="dialog"
        aria-modal="false"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        className={styles['card']}
        style={spot.card}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          else if (event.key === 'ArrowRight' && !isLast) goToStep(step + 1);
          else if (event.key === 'ArrowLeft' && step > 0) goToStep(step - 1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <div className={styles['count']}>
          {step + 1} of {STEPS.length}
        </div>
        <h2 id="tour-title" className={styles['title']}>
          {title}
          {shortcut !== null && action !== undefined && <Kbd keys={shortcut} isCapped />}
        </h2>
        <p id="tour-text" className={styles['text']}>
          {text}
        </p>
        <div className={styles['acts']}>
          {!isLast && (
            <Button variant="quiet" size="s" onClick={leave}>
              Leave the tour
            </Button>
          )}
          <span className={styles['room']} />
          {step > 0 && (
            <Button size="s" onClick={() => goToStep(step - 1)}>
              Back
            </Button>
          )}
          <Button size="s" variant="primary" onClick={() => (isLast ? leave() : goToStep(step + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </>
  );
}
