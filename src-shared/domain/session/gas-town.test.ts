import { describe, expect, it } from 'vitest';
import { placeFromEnvironment } from './gas-town';

describe('a town’s environment', () => {
  it.each([
    [{}, undefined],
    [{ BD_ACTOR: 'me', GT_RIG: '' }, undefined],
    [
      { GT_RIG: 'gastown', GT_ROLE: 'polecat', BD_ACTOR: 'gastown/polecats/Toast' },
      { agent: 'gastown/polecats/Toast', rig: 'gastown', role: 'polecat' },
    ],
    [
      { GT_AGENT: 'a', BD_ACTOR: 'b', GT_SESSION: 'gt-x', GT_MOLECULE: 'm', GT_STEP: 's' },
      { agent: 'a', tmux_session: 'gt-x', molecule_id: 'm', step_ref: 's' },
    ],
    [{ GT_RIG: 'x'.repeat(900) }, { rig: 'x'.repeat(500) }],
  ])('%j', (environment, place) => {
    expect(placeFromEnvironment(environment)).toEqual(place);
  });
});
