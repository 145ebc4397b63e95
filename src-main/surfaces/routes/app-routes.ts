import type { app } from '@contract/app';
import type { AppInfo } from '@domain/app-info';
import { ok } from '@domain/result';
import type { ClaudeHealth } from '../../ports/claude-health';
import type { DoctorService } from '../../services/doctor/doctor-service';
import type { HandlersOf } from '../router';

/** What only the shell that runs us can do: bring its window to the front, or give a fresh link to open one. */
export type Front = { focus(): Promise<{ was_focused: boolean; login_url: string | null }> };

export type AppRouteDeps = {
  readonly info: () => AppInfo;
  readonly doctor: DoctorService;
  readonly claude: ClaudeHealth;
  readonly front: () => Front | null;
};

export function appRoutes({ info, doctor, claude, front }: AppRouteDeps): HandlersOf<typeof app> {
  return {
    info: async () => ok(info()),
    doctor: async () => ok(await doctor.examine()),
    claude: async () => {
      const found = await claude.look();
      if (!found.ok) return found;
      const known = await claude.checkLogin(found.value);
      return known.ok ? ok({ ...found.value, limits: [...found.value.limits] }) : known;
    },
    focus: async () => ok((await front()?.focus()) ?? { was_focused: false, login_url: null }),
  };
}
