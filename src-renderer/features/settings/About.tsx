import { useAppInfo } from '../../app/state/app-info';
import { navigate } from '../../app/state/route';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { WhatWeNeed } from '../doctor';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';

export function About() {
  const { version, shell, data_folder } = useAppInfo();
  return (
    <>
      <div className={styles['group']}>
        <SettingRow
          name={`Beads Console ${version}`}
          hint={`${shell === 'electron' ? 'The desktop app' : 'In the browser'}. Local: no account, no telemetry.`}
        />
        <SettingRow name="Data folder" hint={<code className={styles['path']}>{data_folder}</code>}>
          <CopyButton text={data_folder} />
        </SettingRow>
        <SettingRow
          name="Doctor"
          hint="Looks at everything we depend on, and says what to do about what is missing."
        >
          <Button size="s" onClick={() => navigate('doctor')}>
            See the doctor
          </Button>
        </SettingRow>
      </div>
      <WhatWeNeed />
    </>
  );
}
