import type { Page } from 'playwright-core';

/** The most presses of Tab for one screen, and those after which the elements that are left are counted. */
const MAX_PRESSES = 400;
const BATCH = 8;

/** Takes the focused element from those that are not reached yet; an element without a visible focus is collected. */
const REACH = `(() => {
  const element = document.activeElement;
  if (element.type === 'radio') for (const other of window.unreached) if (other.name === element.name) window.unreached.delete(other);
  if (window.unreached.delete(element)) {
    const shown = document.getElementById(element.getAttribute('aria-activedescendant') ?? '') ?? element;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown);
    if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none') window.invisible.push(element.outerHTML.slice(0, 120));
  }
  return window.unreached.size;
})()`;

/**
 * Marks the elements of the content that can be used. In a group that arrows move through, the one with a tabindex of 0 stands for all. Tab
 * begins at the content: each press first takes the element that has the focus.
 */
const MARK = `(() => {
  const root = document.querySelector('[role=dialog]:not(.toast)') ?? document.querySelector('main');
  const candidates = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0 && !element.closest('[inert]'));
  const radios = new Set();
  window.unreached = new Set(candidates.filter((element) => {
    if (element.type !== 'radio') return true;
    const isFirst = !radios.has(element.name);
    radios.add(element.name);
    return isFirst;
  }));
  window.invisible = [];
  removeEventListener('keydown', window.reach, true);
  window.reach = () => ${REACH};
  addEventListener('keydown', window.reach, true);
  document.activeElement?.blur();
  if (root.matches('main')) root.focus({ preventScroll: true });
})()`;

/** Presses Tab through the content, and returns what it does not reach and where the focus cannot be seen. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(MARK);
  let left = 1;
  for (let presses = 0; left > 0 && presses < MAX_PRESSES; presses += BATCH) {
    for (let press = 0; press < BATCH; press++) await page.keyboard.press('Tab');
    left = (await page.evaluate(REACH)) as number;
  }
  const [unreached, invisible] = (await page.evaluate(
    '[[...window.unreached].map(({ outerHTML }) => outerHTML.slice(0, 120)), window.invisible]',
  )) as [string[], string[]];
  return [
    ...unreached.map((element) => `Tab does not reach ${element}`),
    ...invisible.map((element) => `the focus is not visible on ${element}`),
  ];
}
