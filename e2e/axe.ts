import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation on what is on the screen now; a failure names the rule and the places. `only` judges by those rules. */
export async function expectAccessible(
  page: Page,
  screen: string,
  without: string[] = [],
  only?: string[],
): Promise<void> {
  // Legacy mode judges in the page itself; the other way opens a second page, which an Electron window refuses.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (only ? axe.withRules(only) : axe.disableRules(without)).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`.trim()),
  }));
  expect(found, `axe on ${screen}`).toEqual([]);
}
