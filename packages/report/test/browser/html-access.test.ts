import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Page } from 'playwright-core';
import { storedRun } from '../stored-run.ts';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, everything, openPlain, openReport, unfold } from './html-page.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns all violations that axe finds, of any impact. */
async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  );
}

const overflowOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));

/** Finds each line of text that lies on another one, or leaves the page. */
const OVERLAPS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent.trim() === '' || node.parentElement.closest('select')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects())
      if (right > left) lines.push({ node, left, right, top, bottom });
  }
  lines.sort((a, b) => a.top - b.top);
  const faults = [];
  for (const [at, a] of lines.entries()) {
    const isScrolled = a.node.parentElement.closest('.scroll');
    if (!isScrolled && a.right > innerWidth) faults.push(a.node.textContent + ' leaves the page');
    for (const b of lines.slice(at + 1)) {
      if (b.top > a.bottom - 4) break;
      if (a.node !== b.node && a.left < b.right - 1 && b.left < a.right - 1)
        faults.push(a.node.textContent + ' overlaps ' + b.node.textContent);
    }
  }
  return faults;
})()`;

describe('the accessibility of the page', { skip: noBrowser }, () => {
  let at: Desk;
  before(async () => {
    at = await desk();
  });
  after(() => at.close());

  // A colour depends on the scheme, and a place on the width: two of the four combinations show both.
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const)
    it(`axe finds no violation, and nothing scrolls sideways: ${colorScheme}, ${width} px, folded or open`, async () => {
      const { page } = await openReport(at, sound, { colorScheme, viewport: { width, height: 800 } });
      assert.ok((await overflowOf(page)) <= 0, `${await overflowOf(page)} px too wide`);
      assert.deepEqual(await violationsOn(page), []);
      await unfold(page);
      await page.locator('select').first().selectOption('much');
      await page.locator('#rate').fill('300');
      assert.ok((await overflowOf(page)) <= 0, `${await overflowOf(page)} px too wide when open`);
      assert.deepEqual(await violationsOn(page), []);
      await page.close();
    });

  const standard = storedRun('standard');
  for (const font of ['DejaVu Sans', 'Liberation Sans'])
    for (const width of [1280, 1600, 390])
      it(`no text overlaps another or leaves the page, with everything open: ${font}, ${width} px`, async () => {
        for (const analysis of [everything, await standard]) {
          const { page } = await openPlain(at, analysis, {
            bypassCSP: true,
            colorScheme: width === 1600 ? 'dark' : 'light',
            viewport: { width, height: 800 },
          });
          await page.addStyleTag({ content: `body, code { font-family: "${font}" !important }` });
          await unfold(page);
          assert.deepEqual(await page.evaluate(OVERLAPS), []);
          assert.ok((await overflowOf(page)) <= 0, `${await overflowOf(page)} px too wide`);
          await page.close();
        }
      });

  it('a phone has the narrow picture in its full size, below rows whose cells are stacked', async () => {
    const { page } = await openPlain(at, everything, { viewport: { width: 390, height: 844 } });
    const picture = (await page.locator('.picture img').boundingBox()) ?? assert.fail();
    const natural = Number(await page.evaluate('document.querySelector(".picture img").naturalWidth'));
    assert.ok(natural < 390 && picture.width >= natural - 1, `${picture.width} of ${natural} px`);
    const rows = (await page.locator('.rows').boundingBox()) ?? assert.fail();
    assert.ok(rows.y + rows.height <= picture.y);
    const [need, take, shown] = await Promise.all(
      [1, 2, 3].map((nth) => page.locator(`.rows tbody tr:first-child td:nth-child(${nth})`).boundingBox()),
    );
    assert.ok(need && take && shown && need.x < take.x && need.y + need.height <= shown.y + 1);
    await page.close();
  });
});
