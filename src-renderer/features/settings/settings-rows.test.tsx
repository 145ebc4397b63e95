import type { PrivacyTier } from '@domain/privacy/tiers';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { navigate } from '../../app/state/route';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { settings } from '.';

const patience = { timeout: 20_000 };

async function open() {
  const server = createAppServer({ initial_project: tidewater.path });
  const trusted = { ...tidewater, is_trusted: true };
  server.on('projects.open', () => ({ ok: true, value: trusted }));
  const own: Record<string, PrivacyTier> = {};
  const policy = () => ({
    ...{ file: '/p/.beads-console/privacy.json', is_trusted: true, own: { ...own } },
    ...{ tiers: {}, fault: null },
  });
  server.on('privacy.policy', () => ({ ok: true, value: policy() }));
  server.on('privacy.set_tier', ({ tool, tier }: { tool: string; tier: PrivacyTier | null }) => {
    if (tier === null) delete own[tool];
    else own[tool] = tier;
    return { ok: true, value: policy() };
  });
  renderApp(server, [settings]);
  navigate('settings');
  return { server, user: userEvent.setup(), own };
}

describe('a row of the settings', { timeout: 90_000 }, () => {
  it('a tier is taken back by the same Ctrl+Z as any other change, the last change first', async () => {
    const { server, user, own } = await open();
    const theme = await screen.findByRole('radio', { name: 'Dark' }, patience);
    await user.click(theme);
    await screen.findByRole('button', { name: 'Undo' }, patience);
    const tier = await screen.findByLabelText('What is written of Bash', {}, patience);
    fireEvent.change(tier, { target: { value: 'none' } });
    await screen.findByText('Bash: Nothing', {}, patience);
    expect(own).toEqual({ Bash: 'none' });
    const written = server.calls('settings.update').length;
    fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true });
    await waitFor(() => expect(own).toEqual({}), patience);
    expect(server.calls('settings.update')).toHaveLength(written);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('an amount that is none stays as it was typed, marked, and is not kept', async () => {
    const { server, user } = await open();
    const field = await screen.findByLabelText('Budget for a month in US dollars', {}, patience);
    await user.type(field, 'fifty');
    fireEvent.blur(field);
    expect(field).toHaveProperty('value', 'fifty');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.getAttribute('role')).toBe('alert');
    expect(server.calls('settings.update')).toEqual([]);
    await user.clear(field);
    await user.type(field, '50');
    fireEvent.blur(field);
    await waitFor(
      () => expect(server.calls('settings.update')).toEqual([{ patch: { budget: { month_usd: 50 } } }]),
      patience,
    );
  });
});
