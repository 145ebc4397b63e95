import { z } from 'zod';

/** A session's id is Claude's session id: a UUID that we choose, or that Claude chose. */
export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const RunId = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;

export const ProjectId = z.uuid().brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;

export const DeviceId = z.uuid().brand<'DeviceId'>();
export type DeviceId = z.infer<typeof DeviceId>;

/** bd's own spelling: `tide-3qa`, `tide-3qa.1`. Text from a tracker is hostile, so control characters never pass. */
export const BeadId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .brand<'BeadId'>();
export type BeadId = z.infer<typeof BeadId>;

/** An absolute folder path as the machine spells it. */
export const FolderPath = z.string().min(1).max(4096).brand<'FolderPath'>();
export type FolderPath = z.infer<typeof FolderPath>;
