import { toHash } from '../../app/state/route.logic';
import styles from './SettingsView.module.css';
import { SECTIONS } from './sections';

/** `current`: the section the page stands at. */
export function SectionNav({ current }: { current: string }) {
  return (
    <nav className={styles['nav']} aria-label="Parts of the settings">
      <ul>
        {SECTIONS.map(({ id, name }) => (
          <li key={id}>
            <a
              href={toHash({ view: 'settings', rest: id })}
              aria-current={id === current ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
