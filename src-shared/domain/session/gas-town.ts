import type { z } from 'zod';
import { Session } from './record';

/** Where an agent of a town stands, when the environment says so. */
export const TownPlace = Session.pick({
  agent: true,
  rig: true,
  role: true,
  tmux_session: true,
  molecule_id: true,
  step_ref: true,
}).strip();
export type TownPlace = z.infer<typeof TownPlace>;

const names = {
  agent: ['GT_AGENT', 'BD_ACTOR'],
  rig: ['GT_RIG'],
  role: ['GT_ROLE'],
  tmux_session: ['GT_SESSION', 'GT_TMUX_SESSION'],
  molecule_id: ['GT_MOLECULE_ID', 'GT_MOLECULE'],
  step_ref: ['GT_STEP_REF', 'GT_STEP'],
} as const satisfies Record<keyof TownPlace, readonly string[]>;

/** Undefined outside a town: `BD_ACTOR` alone is also set by people who have none. */
export function placeFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): TownPlace | undefined {
  if (!Object.entries(environment).some(([name, value]) => name.startsWith('GT_') && value)) return undefined;
  const found: Record<string, string> = {};
  for (const [field, variables] of Object.entries(names)) {
    const value = variables
      .map((name) => environment[name])
      .find((text) => text !== undefined && text !== '');
    if (value !== undefined) found[field] = value.slice(0, 500);
  }
  return found;
}
