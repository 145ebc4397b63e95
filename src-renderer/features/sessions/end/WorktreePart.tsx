import { lossWords } from '../../../app/git-words';
import { useAppInfo } from '../../../app/state/app-info';
import { shortPath } from '../../../app/words';
import { Checkbox } from '../../../ui/Checkbox';
import { type EndPartProps, removalOf } from './end-form.logic';
import { capital } from './end-words.logic';

/** Removed only when nothing can be lost, or when what would be lost was read and chosen. Its branch stays. */
export function WorktreePart({ plan, form, change }: EndPartProps) {
  const { home_folder } = useAppInfo();
  const { worktree } = plan;
  if (worktree === null) return null;
  const removal = removalOf(worktree.reasons, plan.changes?.files.length ? form.changes : 'keep');
  const branch = worktree.branch === null ? '' : ` The branch ${worktree.branch} stays.`;
  const place = shortPath(worktree.place, home_folder);
  return (
    <Checkbox
      label={
        removal.type === 'loses'
          ? `Remove the worktree ${place} all the same`
          : `Remove the worktree ${place}`
      }
      hint={
        removal.type === 'safe'
          ? `Nothing is lost.${branch}`
          : `${capital(lossWords(removal.type === 'loses' ? removal.reasons : []))}.${branch} What git would drop is kept under a ref first.`
      }
      disabledReason={removal.type === 'never' ? `It stays: ${lossWords(removal.reasons)}.` : null}
      isChecked={form.isRemoving && removal.type !== 'never'}
      onChange={(isRemoving) => change({ isRemoving })}
    />
  );
}
