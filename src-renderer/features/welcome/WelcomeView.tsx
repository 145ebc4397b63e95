import { FolderOpen, Lock, Settings } from 'lucide-react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { useProjectState } from '../../app/state/project';
import { navigate } from '../../app/state/route';
import { useWindow } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { DemoButton } from '../demo';
import { WhatWeNeed } from '../doctor';
import { projectSentences, useOpenDialog } from '../project';
import { BeadString } from './BeadString';
import { HistoryOffer } from './HistoryOffer';
import { RecentProjects } from './RecentProjects';
import styles from './WelcomeView.module.css';

const STEPS = [
  { name: 'Open a project', text: 'Any folder. Opening runs none of its code.' },
  { name: 'Pick a bead', text: 'The board shows what is ready to be worked on.' },
  { name: 'Start work', text: 'A session begins for it. It is kept, and found again days later.' },
];

export function WelcomeView() {
  const openDialog = useOpenDialog();
  const shortcut = useShortcutOf('project.open');
  const failure = useProjectState((state) => state.failure);
  const isDialogOpen = useWindow((state) => state.overlay !== null);
  const words = failure === null || isDialogOpen ? null : projectSentences(failure.error);
  return (
    <div className={styles['welcome']}>
      <div className={styles['main']}>
        <div className={styles['inner']}>
          <BeadString />
          <h1 className={styles['title']}>
            Every issue, every session, <span>on one thread.</span>
          </h1>
          <p className={styles['lead']}>
            Pick a bead, start Claude on it, leave and come back days later. What was said, changed and spent
            stays with the bead.
          </p>
          {words !== null && (
            <div className={styles['notice']}>
              <FailureNotice words={words} />
            </div>
          )}
          <div className={styles['acts']}>
            <Button variant="primary" size="l" icon={FolderOpen} shortcut={shortcut} onClick={openDialog}>
              Open a project…
            </Button>
            <DemoButton className={styles['explained']} />
          </div>
          <p className={styles['hint']}>
            The demo is a throw-away project. It needs no account and takes a minute.
          </p>
          <ol className={styles['steps']}>
            {STEPS.map(({ name, text }, index) => (
              <li key={name}>
                <span className={styles['number']} aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <b>{name}</b>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <RecentProjects />
        </div>
      </div>
      <aside className={styles['aside']} aria-labelledby="welcome-need">
        <div className={styles['corner']}>
          <IconButton icon={Settings} label="Settings" onClick={() => navigate('settings')} />
        </div>
        <HistoryOffer />
        <section>
          <h2 id="welcome-need" className={styles['label']}>
            What we need
          </h2>
          <WhatWeNeed />
        </section>
        <p className={styles['promise']}>
          <Icon of={Lock} size="s" />
          <span>
            Everything stays on this computer. No account, no telemetry. We run the Claude CLI you already
            have and never read its login.
          </span>
        </p>
      </aside>
    </div>
  );
}
