import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation on what is on the screen now; a failure names the rule and the places. */
export async function expectAccessible(page: Page, screen: string, without: string[] = []): Promise<void> {
  // Legacy mode judges in the page itself; the other way opens a second page, which an Electron window refuses.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).disableRules(without).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`.trim()),
  }));
  expect(found, `axe on ${screen}`).toEqual([]);
}
