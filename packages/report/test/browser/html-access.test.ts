import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Page } from 'playwright-core';
import { noBrowser } from './chromium.ts';
import { atRest, type Desk, desk, everything, laneOf, openReport, textOf } from './html-page.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns all violations that axe finds, of any impact. */
async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  );
}

describe('the accessibility of the page', { skip: noBrowser }, () => {
  let at: Desk;
  before(async () => {
    at = await desk();
  });
  after(() => at.close());

  // A colour depends on the scheme, and a place on the width: two of the four combinations show both.
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 400],
  ] as const)
    it(`axe finds no violation, and nothing scrolls sideways: ${colorScheme}, ${width} px, folded or open`, async () => {
      const { page } = await openReport(at, sound, { colorScheme, viewport: { width, height: 800 } });
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(await overflow()) <= 0, `${await overflow()} px too wide`);
      assert.deepEqual(await violationsOn(page), []);
      await page.getByRole('slider', { name: 'Speed', exact: true }).fill('2');
      await page.getByRole('spinbutton', { name: 'requests per second' }).fill('40');
      for (const button of await page.locator('button.open').all()) await button.click();
      for (const summary of await page.locator('.methods summary').all()) await summary.click();
      await laneOf(page, 'throughput', 'single').focus();
      await atRest(page);
      assert.ok(Number(await overflow()) <= 0, `${await overflow()} px too wide when open`);
      assert.deepEqual(await violationsOn(page), []);
      await page.close();
    });

  it('nothing scrolls sideways at 400 px with every need measured and opened', async () => {
    const { page } = await openReport(at, everything, { viewport: { width: 400, height: 800 } });
    for (const button of await page.locator('button.open').all()) await button.click();
    for (const summary of await page.locator('.methods summary').all()) await summary.click();
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(overflow) <= 0, `${overflow} px too wide`);
    await page.close();
  });

  it('cards stand in pairs at 1280 px, and one below the other at 400', async () => {
    const { page } = await openReport(at, everything);
    const lefts = async () =>
      new Set(
        (await Promise.all((await page.locator('.group').all()).map((card) => card.boundingBox()))).map(
          (box) => box?.x,
        ),
      );
    assert.equal((await lefts()).size, 2);
    await page.setViewportSize({ width: 400, height: 800 });
    assert.equal((await lefts()).size, 1);
  });

  it('the pointer or the focus on a lane shows its figure, n and interval, and arrow keys move along', async () => {
    const { page } = await openReport(at, everything);
    const tip = (id: string) => laneOf(page, 'throughput', id).getByRole('tooltip');
    const clip = (id: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('#need-throughput .lane[data-strategy="${id}"] .tip')).clipPath`,
      );
    assert.notEqual(await clip('single'), 'none');
    await page.getByRole('button', { name: 'throughput', exact: true }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await clip('single'), 'none');
    const shown = await textOf(tip('single'));
    assert.match(shown, /^single: [\d,]+ \[[\d,]+, [\d,]+\] answers\/s, n = 10; behind cluster/);
    await page.keyboard.press('ArrowDown');
    assert.equal(await clip('cluster'), 'none');
    assert.notEqual(await clip('single'), 'none');
    await page.keyboard.press('Escape');
    assert.notEqual(await clip('cluster'), 'none');
    await laneOf(page, 'throughput', 'queue').hover();
    assert.equal(await clip('queue'), 'none');
  });
});
