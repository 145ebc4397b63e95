import type { RecentProject } from '@domain/project';
import { Folder, FolderGit2, FolderX, X } from 'lucide-react';
import { useState } from 'react';
import { useAppInfo } from '../../app/state/app-info';
import { openProject, useProjectState } from '../../app/state/project';
import { useRecentProjects } from '../../app/state/projects';
import { type Sentences, shortPath } from '../../app/words';
import { useClient, useCommand } from '../../bridge/react';
import { FailureNotice } from '../../ui/FailureNotice';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import { projectSentences } from '../project';
import styles from './RecentProjects.module.css';
import { recentNote } from './recent.logic';

export function RecentProjects() {
  const recent = useRecentProjects();
  const forget = useCommand('projects.forget');
  const [failure, setFailure] = useState<Sentences | null>(null);
  const remove = async (path: RecentProject['path']) => {
    const result = await forget.run({ path });
    setFailure(result.ok ? null : projectSentences(result.error));
  };
  if (recent === null) return <Skeleton label="Looking for recent projects" />;
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="welcome-recent">
      <h2 id="welcome-recent" className={styles['label']}>
        Recent projects
      </h2>
      {failure !== null && <FailureNotice words={failure} />}
      <ul className={styles['list']}>
        {recent.map((project) => (
          <RecentRow key={project.path} project={project} onForget={() => void remove(project.path)} />
        ))}
      </ul>
    </section>
  );
}

function RecentRow({ project, onForget }: { project: RecentProject; onForget: () => void }) {
  const client = useClient();
  const { home_folder } = useAppInfo();
  const opening = useProjectState((state) => state.opening);
  const icon = project.is_missing ? FolderX : project.is_git ? FolderGit2 : Folder;
  const path = shortPath(project.path, home_folder);
  const note = opening === project.path ? 'opening…' : recentNote(project);
  const text = (
    <>
      <Icon of={icon} />
      <span className={styles['names']}>
        <b className="cut">{project.name}</b>
        <small className="cut">{note === null ? path : `${path} · ${note}`}</small>
      </span>
    </>
  );
  return (
    <li className={styles['row']}>
      {project.is_missing ? (
        <div className={styles['missing']}>{text}</div>
      ) : (
        <button
          type="button"
          className={styles['open']}
          onClick={() => void openProject(client, project.path)}
        >
          {text}
        </button>
      )}
      <IconButton icon={X} size="s" label={`Forget ${project.name}`} onClick={onForget} />
    </li>
  );
}
