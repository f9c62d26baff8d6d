import assert from 'node:assert/strict';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { executablePath, FLAGS } from './chromium.ts';

/**
 * Takes the pictures of the README, in both schemes, as wide as GitHub shows one: the part of the committed page that
 * answers a reader's own load and weights. The answers above it are in the README as text.
 * `node packages/report/test/browser/write-pictures.ts`, after a new study was published.
 */
const top = join(import.meta.dirname, '../../../..');
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: { width: 1012, height: 980 }, colorScheme });
  await page.goto(`file://${join(top, 'report/index.html')}`);
  await page.locator('html.live').waitFor();
  await page.locator('#rate').fill('40');
  await page.locator('#p99').fill('100');
  await page.locator('#weight-group-light-requests').fill('2');
  await page.locator('#weight-group-costs').fill('1');
  const [first = assert.fail(), last = assert.fail()] = await Promise.all(
    ['#case', 'section.weighing'].map((card) => page.locator(card).boundingBox()),
  );
  assert.ok(first && last);
  const scrolled = Number(await page.evaluate('scrollY'));
  const clip = { x: 0, y: scrolled + first.y - 8, width: 1012, height: last.y + last.height - first.y + 16 };
  await page.screenshot({ path: join(top, `docs/page-${colorScheme}.png`), clip, fullPage: true });
}
await browser.close();
