import { expect, type Page } from '@playwright/test';

/**
 * Nothing is cut off, covered or out of reach: the page itself does not scroll sideways, and every control that is drawn can
 * be brought into the window, whole in its width, with nothing over its middle.
 */
export async function expectInReach(page: Page, screen: string): Promise<void> {
  const problems = await page.evaluate(findProblems);
  expect(problems, `what is out of reach on ${screen}`).toEqual([]);
}

function findProblems(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  const top = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document;
  const controls = top.querySelectorAll<HTMLElement>(
    'button, a[href], input, textarea, select, [role=tab], [role=radio], [role=option]',
  );
  for (const control of controls) {
    if (control.closest('[inert], [aria-hidden=true], .visually-hidden')) continue;
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(control);
    // Shown on hover or focus only, or drawn by a label in front of it.
    if (style.pointerEvents === 'none' || Number(style.opacity) === 0 || style.clipPath !== 'none') continue;
    const name = `${control.tagName.toLowerCase()} “${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}”`;
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top: above, bottom, width, height } = control.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    if (left < -1 || right > window.innerWidth + 1) found.push(`${name} is cut at the side`);
    if (height < window.innerHeight && (above < -1 || bottom > window.innerHeight + 1))
      found.push(`${name} is cut above or below`);
    const at = document.elementFromPoint(
      (left + right) / 2,
      Math.min((above + bottom) / 2, window.innerHeight - 2),
    );
    if (
      at !== null &&
      !control.contains(at) &&
      !at.contains(control) &&
      at.closest('label')?.control !== control
    )
      found.push(
        `${name} lies under ${at.tagName.toLowerCase()} “${(at.textContent ?? '').trim().slice(0, 40)}”`,
      );
  }
  return found;
}
