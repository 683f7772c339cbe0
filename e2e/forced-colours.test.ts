import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { createRealm } from '@realmkeep/testkit/people';
import { heading, type ShopFront, startShopFront } from './shop-front.ts';

/** In forced colours none of our backgrounds remain: whatever one must tell apart has an outline or a colour of the system's. */

let front: ShopFront;
let owner: Awaited<ReturnType<ShopFront['newPlayer']>>;
let id: string;
beforeAll(async () => {
  front = await startShopFront();
  owner = await front.newPlayer();
  id = await createRealm(front.url, owner.tokens.token, 'contrast');
});
afterEach(() => front.closePages());
afterAll(() => front.stop());

/** The current value of a system colour. */
const system = (page: Page, name: 'Highlight' | 'GrayText' | 'Canvas') =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    const seen = getComputedStyle(probe).color;
    probe.remove();
    return seen;
  }, name);

/** For each element the colour of its outline, '' where there is none. */
const outlines = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1 ? '' : outlineColor;
    }),
  );

const style = (element: Locator, name: 'color' | 'borderTopColor' | 'backgroundColor' | 'stroke') =>
  element.evaluate((one, property) => getComputedStyle(one)[property], name);

/** Only the first of them, or the one at `at`, is marked. */
async function expectChosen(page: Page, choices: Locator, at = 0): Promise<void> {
  await choices.nth(at).waitFor();
  const highlight = await system(page, 'Highlight');
  expect(highlight).not.toBe(await system(page, 'Canvas'));
  // For any number of them: a prerendered page has one link less until it knows the visitor.
  await becomes(async () =>
    (await outlines(choices)).flatMap((line, place) => (line === highlight ? [place] : [])),
  ).toEqual([at]);
}

test.each(['light', 'dark'] as const)('on a %s ground', async (colorScheme) => {
  const page = await front.openAs(owner, '/', { colorScheme, forcedColors: 'active' });
  const menu = page.locator('header').getByRole('navigation');
  await expectChosen(page, menu.getByRole('link'), 0);
  // The menus of the header.
  await page.locator('header').getByRole('button', { name: 'Language' }).click();
  await expectChosen(page, page.getByRole('group', { name: 'Language' }).getByRole('button'));
  await page.keyboard.press('Escape');

  await page.goto(`${front.url}/shop`);
  await expectChosen(page, menu.getByRole('link'), 1);
  await expectChosen(page, page.getByRole('tab'));
  await expectChosen(page, page.getByRole('group', { name: 'Currency' }).locator('label'));
  // The focus ring differs from the outline of what is chosen.
  const tab = page.getByRole('tab', { selected: false }).first();
  // Only the script knows whose page it is, and the arrow key needs the script.
  await menu.getByRole('button', { name: 'Log out' }).waitFor();
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('main').getByRole('link', { name: 'Coins' }).waitFor();
  const canvas = await system(page, 'Canvas');
  const focused = page.locator(':focus');
  await expectLine(focused, canvas);
  await page.keyboard.press('Tab');
  await expectLine(page.locator('label:has(:focus), :focus:not(input)').first(), canvas);
  await becomes(() => outlines(tab)).toEqual(['']);

  await page.goto(`${front.url}/realm/details?id=${id}`);
  await page.getByText('Running', { exact: true }).first().waitFor();
  const badge = page.getByRole('status').filter({ hasText: /^Running$/ });
  await expectLine(badge, canvas);
  const line = page.locator('svg path[stroke-width="2"]').first();
  await line.waitFor({ state: 'attached' });
  await becomes(() => style(line, 'stroke')).not.toBe(canvas);
  const side = page.getByRole('navigation', { name: 'Server', exact: true }).getByRole('link');
  await expectChosen(page, side);

  await page.goto(`${front.url}/realm/settings?id=${id}`);
  const save = page.getByRole('button', { name: 'Save' }).first();
  await becomes(() => save.isDisabled()).toBe(true);
  const gray = await system(page, 'GrayText');
  await becomes(async () => [await style(save, 'color'), await style(save, 'borderTopColor')]).toEqual([gray, gray]);
  await page.getByLabel('Server name').fill('Other');
  await becomes(() => save.isEnabled()).toBe(true);
  await becomes(() => style(save, 'color')).not.toBe(gray);
  await expectChosen(page, page.getByRole('group', { name: 'Command blocks' }).locator('label'), 1);

  await page.goto(`${front.url}/realm/files?id=${id}`);
  const meter = page.getByRole('progressbar', { name: 'Space in use' });
  await meter.waitFor();
  await expectLine(meter, canvas);
  const highlight = await system(page, 'Highlight');
  await becomes(() => style(meter.locator('> *'), 'backgroundColor')).toBe(highlight);

  await page.goto(`${front.url}/realm/schedules?id=${id}`);
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  const dialog = page.getByRole('dialog');
  await heading(page, 'Add a schedule').waitFor();
  expect(await style(dialog, 'borderTopColor')).not.toBe(canvas);
  await dialog.getByRole('checkbox', { name: 'Monday' }).uncheck();
  // Only that day is not chosen.
  const days = dialog.getByRole('group', { name: 'Days' }).locator('label');
  await becomes(async () => (await outlines(days)).filter((day) => day === '')).toHaveLength(1);
});

/** The element has an outline, and it is visible. */
async function expectLine(element: Locator, canvas: string): Promise<void> {
  const isSeen = (lines: string[]) => lines.length > 0 && !['', canvas, 'rgba(0, 0, 0, 0)'].includes(lines[0] ?? '');
  await becomes(() => outlines(element)).toSatisfy(isSeen);
}
