import { gatherFolders, type HistoryFolder, type HistoryFolders } from '@domain/history/folders';
import { UNASSOCIATED } from '@domain/history/project-map';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { folderName, projectWords } from '../../app/project-words';
import { momentWords } from '../../app/time-words';
import { useCommand, useInvalidate, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/Menu';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import styles from './FoldersDialog.module.css';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';

type Say = (folder: string, project: string | null) => Promise<boolean>;

/** Which folder of the history is now which project: what nobody could see, a person says, and may take back. */
export function FoldersDialog({ close }: { argument: string; close: () => void }) {
  const { data, error, refetch } = useQueryEntry('history.folders', {});
  const remap = useCommand('history.remap');
  const invalidate = useInvalidate();
  const [failure, setFailure] = useState<{ readonly code: string } | null>(null);
  const shown = failure ?? error?.failure ?? null;
  const words = shown === null ? null : historySentences(shown);
  const say: Say = async (folder, project) => {
    setFailure(null);
    const done = await remap.run({ folder, project });
    if (!done.ok) setFailure(done.error);
    else {
      void refetch();
      for (const name of ['history.results', 'history.values', 'history.figures', 'history.show'] as const)
        invalidate(name);
    }
    return done.ok;
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Folders of the history"
      description="A session belongs to the project whose folder or worktree it ran in. Where a folder was moved or is gone, say which project it is now."
      failure={words && <FailureNotice words={words} />}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      {data === undefined ? (
        words === null && <Skeleton lines={5} label="Looking at the folders" />
      ) : (
        <>
          {data.problem !== null && (
            <Notice tone="broken" title="What was said about folders cannot be read.">
              The file is left as it is: {data.problem}.
            </Notice>
          )}
          <Apart all={data} say={say} isBusy={remap.isRunning} />
          <Said remaps={data.remaps} say={say} isBusy={remap.isRunning} />
        </>
      )}
    </Dialog>
  );
}

type PartProps = { readonly say: Say; readonly isBusy: boolean };

function Apart({ all, say, isBusy }: PartProps & { all: HistoryFolders }) {
  const apart = gatherFolders(all.folders.filter(({ project }) => project === UNASSOCIATED));
  const sessions = apart.reduce((sum, each) => sum + each.sessions, 0);
  if (apart.length === 0)
    return (
      <p className={styles['none']} role="status">
        Every session of the history belongs to a project.
      </p>
    );
  return (
    <section className={styles['part']} aria-label="Of no project">
      <h3 aria-live="polite">
        {count(sessions, 'session')} in {count(apart.length, 'folder')} {sessions === 1 ? 'is' : 'are'} of no
        project
      </h3>
      <ul>
        {apart.map((each) => (
          <ApartRow key={each.folder} each={each} projects={all.projects} say={say} isBusy={isBusy} />
        ))}
      </ul>
    </section>
  );
}

type ApartRowProps = PartProps & {
  readonly each: HistoryFolder;
  readonly projects: HistoryFolders['projects'];
};

function ApartRow({ each: { folder, sessions, last_at }, projects, say, isBusy }: ApartRowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const when = last_at === null ? '' : ` · last ${momentWords(last_at, Date.now())}`;
  const about = `${count(sessions, 'session')}${when}`;
  if (folder === null)
    return (
      <li className={styles['row']}>
        <span className={styles['words']}>
          <span>No folder in their transcripts</span>
          <small>{about}</small>
        </span>
      </li>
    );
  const take = async (project: string) => {
    if (project.trim() !== '' && (await say(folder, project.trim()))) setTyped(null);
  };
  return (
    <li>
      <div className={styles['row']}>
        <span className={styles['words']}>
          <code>{folder}</code>
          <small>{about}</small>
        </span>
        <Menu
          align="end"
          trigger={
            <Button size="s" aria-label={`${folder} is now…`} disabledReason={isBusy ? 'One moment' : null}>
              Is now… <Icon of={ChevronDown} size="xs" />
            </Button>
          }
        >
          {projects.length > 0 && (
            <MenuSection label="Project">
              {projects.map(({ path }) => (
                <MenuItem key={path} hint={path} onSelect={() => void take(path)}>
                  {projectWords(path)}
                </MenuItem>
              ))}
            </MenuSection>
          )}
          {projects.length > 0 && <MenuSeparator />}
          <MenuItem onSelect={() => setTyped('')}>Another folder…</MenuItem>
        </Menu>
      </div>
      {typed !== null && (
        <div className={styles['other']}>
          <Field
            autoFocus
            label={`${folderName(folder) ?? folder} is now the folder`}
            isMono
            placeholder="/home/ada/code/tidewater"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The dialog around it is not what is sent.
              event.preventDefault();
              void take(typed);
            }}
          />
          <div className={styles['acts']}>
            <Button size="s" onClick={() => setTyped(null)}>
              Cancel
            </Button>
            <Button size="s" variant="primary" onClick={() => void take(typed)}>
              Save
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function Said({ remaps, say, isBusy }: PartProps & { remaps: HistoryFolders['remaps'] }) {
  if (remaps.length === 0) return null;
  return (
    <section className={styles['part']} aria-label="Said by you">
      <h3>Said by you</h3>
      <ul>
        {remaps.map(({ folder, project, sessions }) => (
          <li key={folder} className={styles['row']}>
            <span className={styles['words']}>
              <code>{folder}</code>
              <small>
                is now <code>{project}</code> · {count(sessions, 'session')}
              </small>
            </span>
            <Button
              size="s"
              variant="quiet"
              aria-label={`Take back: ${folder}`}
              disabledReason={isBusy ? 'One moment' : null}
              onClick={() => void say(folder, null)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
