import type { app } from '@contract/app';
import type { AppInfo } from '@domain/app-info';
import type { FolderPath } from '@domain/ids';
import { ok } from '@domain/result';
import type { ClaudeHealth } from '../../ports/claude-health';
import type { DoctorService } from '../../services/doctor/doctor-service';
import type { HandlersOf } from '../router';

/** What only the shell that runs us can do: bring its window to the front, or give a fresh link to open one. */
export type Front = {
  focus(): Promise<{ was_focused: boolean; login_url: string | null }>;
  /** Only a shell that has windows of its own. */
  openWindow?(): Promise<void>;
  openLink?(address: string): Promise<void>;
  /** Only a shell that asks itself where a file goes. */
  saveOutcome?(address: string): Promise<'saved' | 'cancelled' | 'failed'>;
};

export type AppRouteDeps = {
  readonly info: () => AppInfo;
  readonly doctor: DoctorService;
  readonly claude: ClaudeHealth;
  readonly front: () => Front | null;
  /** What the next page begins with. */
  readonly beginWith: (project: FolderPath) => void;
};

export function appRoutes({ info, doctor, claude, front, beginWith }: AppRouteDeps): HandlersOf<typeof app> {
  return {
    info: async () => ok(info()),
    doctor: async () => ok(await doctor.examine()),
    claude: async () => {
      const found = await claude.look();
      if (!found.ok) return found;
      const known = await claude.checkLogin(found.value);
      return known.ok ? ok({ ...found.value, limits: [...found.value.limits] }) : known;
    },
    async open_window({ project }) {
      const shell = front();
      if (project !== null) beginWith(project);
      if (shell?.openWindow !== undefined) {
        await shell.openWindow();
        return ok({ is_open: true, login_url: null });
      }
      const { login_url } = (await shell?.focus()) ?? { login_url: null };
      return ok({ is_open: false, login_url });
    },
    async open_link({ address }) {
      const open = front()?.openLink;
      await open?.(address);
      return ok({ is_open: open !== undefined });
    },
    async save_outcome({ address }) {
      const outcome = await front()?.saveOutcome?.(address);
      return ok({ outcome: outcome ?? 'unknown' });
    },
    focus: async () => ok((await front()?.focus()) ?? { was_focused: false, login_url: null }),
  };
}
