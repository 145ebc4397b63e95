import { KeyRound } from 'lucide-react';
import type { ConnectError } from '../../bridge/connect';
import { Icon } from '../../ui/Icon';
import styles from './LoginScreen.module.css';

type Reason = ConnectError['code'] | 'token-refused';

const WORDS: Record<Reason, { title: string; text: string }> = {
  'login-needed': {
    title: 'This window needs a link',
    text: 'Beads Console answers only to a link made on the computer it runs on. Nothing was sent and nothing was changed.',
  },
  'login-link-used': {
    title: 'This link was used already',
    text: 'Each link works once and for ten minutes. Your projects and sessions are safe; only this window is not let in.',
  },
  'login-server-unreachable': {
    title: 'Beads Console does not answer',
    text: 'It was stopped, or the port forwarding to it ended. Your projects and sessions are safe.',
  },
  'token-refused': {
    title: 'This window is no longer let in',
    text: 'Beads Console was started anew and does not know this window. Your projects and sessions are safe.',
  },
};

export function LoginScreen({ reason }: { reason: Reason }) {
  const { title, text } = WORDS[reason];
  return (
    <main className={styles['screen']}>
      <div className={styles['card']}>
        <Icon of={KeyRound} />
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          To get in, open the whole link that stands in the terminal behind “Open:”. This prints a new one, in
          a clone with <code>npx</code> before it (a demo is started again instead):
        </p>
        <pre>
          <code>beads-console serve</code>
        </pre>
      </div>
    </main>
  );
}
