import { FolderPath } from '@domain/ids';
import { z } from 'zod';
import { PermissionMode } from './live';
import type { Session } from './record';
import { Seat } from './values';

export const AddDirs = z.array(FolderPath).max(50);

/** How a session's Claude is driven, as far as a person chose it for this session. */
export type Driving = {
  readonly seat?: Seat | undefined;
  readonly permission_mode?: PermissionMode | undefined;
  readonly add_dirs?: readonly FolderPath[] | undefined;
};

/*
 * Kept in the session's metadata, so that a resume finds it: by a person, by itself, after a restart, in the other seat.
 * A child goes on as its parent did, whatever made it one.
 */
export function drivingOf({ metadata }: Pick<Session, 'metadata'>): Driving {
  return {
    seat: Seat.safeParse(metadata['seat']).data,
    permission_mode: PermissionMode.safeParse(metadata['permission_mode']).data,
    add_dirs: AddDirs.safeParse(metadata['add_dirs']).data,
  };
}

export type DrivingWish = Omit<Driving, 'permission_mode'> & {
  readonly permission_mode?: string | undefined;
};

/** What was chosen, and nothing else. A mode we do not know asks, and is kept as asking. */
export function drivingChosen(wish: DrivingWish): Driving {
  const { seat, permission_mode: mode, add_dirs } = wish;
  return {
    ...(seat === undefined ? {} : { seat }),
    ...(mode === undefined ? {} : { permission_mode: PermissionMode.catch('default').parse(mode) }),
    ...(add_dirs === undefined ? {} : { add_dirs }),
  };
}
