import { Dialog } from '../../ui/Dialog';
import { Kbd } from '../../ui/Kbd';
import { closeOverlay } from '../state/window';
import { useAllActions } from './action-store';
import styles from './CheatSheet.module.css';
import { listKeys } from './keys.logic';
import { useKeymap } from './use-keymap';

/** The keys of the place a person is in: what is registered and can be done now. */
export function CheatSheet() {
  const here = useAllActions().filter((action) => action.isAvailable?.() ?? true);
  const sections = listKeys(here, useKeymap());
  return (
    <Dialog isOpen onClose={closeOverlay} title="Keys" description="They can be changed in the settings.">
      <div className={styles['sections']}>
        {sections.map(({ name, lines }) => (
          <section key={name}>
            <h3 className={styles['heading']}>{name}</h3>
            <dl className={styles['lines']}>
              {lines.map((line) => (
                <div key={line.id} className={styles['line']}>
                  <dt>{line.name}</dt>
                  <dd>
                    <Kbd keys={line.keys} isCapped />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
