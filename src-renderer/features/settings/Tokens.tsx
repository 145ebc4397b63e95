import type { AccessTokenError, TokenScope } from '@domain/access-token';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { momentWords } from '../../app/time-words';
import { commonSentences, isCommonError } from '../../app/words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Notice } from '../../ui/Notice';
import { Segments } from '../../ui/Segments';
import { isLive, orderedTokens, tokenSentence } from './integrations.logic';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write too' },
] as const satisfies readonly { value: TokenScope; label: string }[];

const sentenceOf = (error: { code: string }) =>
  isCommonError(error) ? commonSentences(error).happened : tokenSentence(error as AccessTokenError);

/** Personal access tokens: made for one script, shown once, revoked any time. */
export function Tokens() {
  const listed = useQueryEntry('tokens.list', {});
  const create = useCommand('tokens.create');
  const revoke = useCommand('tokens.revoke');
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [secret, setSecret] = useState<{ name: string; text: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const nowMs = Date.now();
  const make = async () => {
    const wanted = name.trim();
    const made = await create.run({ name: wanted, scope });
    setRefusal(made.ok ? null : sentenceOf(made.error));
    if (!made.ok) return;
    setSecret({ name: wanted, text: made.value.secret });
    setName('');
    await listed.refetch();
  };
  const end = async (id: string) => {
    const ended = await revoke.run({ id });
    setRefusal(ended.ok ? null : sentenceOf(ended.error));
    await listed.refetch();
  };
  const problem = refusal ?? (listed.error === null ? null : sentenceOf(listed.error.failure));
  return (
    <div className={styles['group']}>
      <SettingRow
        name="Tokens for scripts"
        hint={
          problem ?? 'A script shows one at the REST door. It lasts 90 days and can be revoked at any time.'
        }
        isWrong={problem !== null}
      >
        <form
          className={styles['times']}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void make();
          }}
        >
          <input
            aria-label="Name of the new token"
            placeholder="What it is for"
            className={styles['time']}
            size={16}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Segments label="What it may do" value={scope} choices={SCOPES} onChange={setScope} />
          <Button
            size="s"
            type="submit"
            icon={Plus}
            isLoading={create.isRunning}
            loadingLabel="Making…"
            disabledReason={name.trim() === '' ? 'Say what it is for first' : null}
          >
            Make a token
          </Button>
        </form>
      </SettingRow>
      {secret !== null && (
        <div className={styles['inset']}>
          <Notice
            tone="good"
            title={`The token of ${secret.name}`}
            isAnnounced
            actions={<CopyButton text={secret.text} />}
          >
            <code className={styles['path']}>{secret.text}</code> It is shown this once and kept nowhere.
          </Notice>
        </div>
      )}
      {orderedTokens(listed.data?.tokens ?? [], nowMs).map((token) => (
        <SettingRow
          key={token.id}
          name={token.name}
          hint={`${token.scope === 'read' ? 'Reads' : 'Reads and writes'}. ${
            token.revoked_at !== null
              ? `Revoked ${momentWords(token.revoked_at, nowMs)}.`
              : `${isLive(token, nowMs) ? 'Ends' : 'Ended'} ${momentWords(token.expires_at, nowMs)}.`
          }`}
        >
          {isLive(token, nowMs) && (
            <Button
              size="s"
              variant="danger"
              aria-label={`Revoke ${token.name}`}
              isLoading={revoke.isRunning}
              loadingLabel="Revoking…"
              onClick={() => void end(token.id)}
            >
              Revoke
            </Button>
          )}
        </SettingRow>
      ))}
    </div>
  );
}
