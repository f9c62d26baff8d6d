import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { rank } from '@cpu-bound/study/decide/rank';
import { sound } from '@cpu-bound/study/test/analysis';
import type { Browser, Page } from 'playwright-core';
import { signed } from '../../src/decision/choice.ts';
import { reportScenarios } from '../../src/sections/sections.ts';
import { writeHtml } from '../../src/write.ts';
import { launch, noBrowser, open, type Watched } from './chromium.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What somebody who cannot see or point would stumble over, of the serious kinds. */
async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes[0].html })))',
  );
  return (found as { id: string; impact: string; where: string }[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, where }) => `${id}: ${where}`);
}

describe('the report as one page of HTML', { skip: noBrowser }, () => {
  let folder: string;
  let file: string;
  let browser: Browser;
  let watched: Watched;
  let page: Page;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-html-'));
    file = join(folder, 'report.html');
    await writeHtml(file, sound, reportScenarios);
    browser = await launch();
    watched = await open(browser, file);
    page = watched.page;
  });
  // As it is when it is opened: a page of its own for each sentence would start a process for each.
  beforeEach(() => page.emulateMedia({ media: 'screen' }).then(() => page.reload()));
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  const ranked = () => page.locator('#ranking li').allInnerTexts();
  const slider = (name: string) => page.getByRole('slider', { name });
  /** What the sliders stand at, where that is not 0. */
  const weighed = async () => {
    const sliders = await page.locator('#weights input').all();
    const values = sliders.map(async (one) => [
      (await one.getAttribute('id'))?.replace('weight-', ''),
      Number(await one.inputValue()),
    ]);
    return Object.fromEntries((await Promise.all(values)).filter(([, value]) => value !== 0));
  };

  it('opens from a file without a complaint, and asks no network for anything', async () => {
    await page.locator('#weights input').first().waitFor();
    assert.deepEqual([watched.complaints, watched.requests], [[], []]);
    assert.equal(await page.locator('nav a').count(), (await page.locator('main h2').count()) - 1);
    assert.ok((await page.locator('figure.explore svg').count()) >= 3);
  });

  it('ranks nothing without weights', async () => {
    assert.deepEqual(await ranked(), []);
    assert.match((await page.locator('#choice').textContent()) ?? '', /^Move a slider/);
    assert.deepEqual(await weighed(), {});
  });

  it('orders the strategies, and the columns of the table, by the weights', async () => {
    const heads = () => page.locator('.needs thead th:visible').allInnerTexts();
    assert.deepEqual((await heads()).slice(1, 4), ['single', 'cluster', 'queue']);
    await slider('throughput').fill('5');
    assert.deepEqual(await ranked(), ['cluster +1.00', 'single −1.00', 'queue −1.00']);
    assert.match(
      (await page.locator('#choice').textContent()) ?? '',
      /^cluster has the highest score .*This is firm/,
    );
    await slider('throughput').fill('0');
    await slider('moving parts').fill('5');
    assert.deepEqual(await ranked(), ['single +1.00', 'cluster −1.00', 'queue −1.00']);
    assert.deepEqual((await heads()).slice(1, 4), ['single', 'cluster', 'queue']);
  });

  it('ranks as the decision record does', async () => {
    const weights = { throughput: 2, latency: 3, memory: 1 };
    for (const [id, weight] of Object.entries(weights))
      await page.locator(`#weight-${id}`).fill(String(weight));
    assert.deepEqual(await weighed(), weights);
    const { places } = rank(sound.decision, weights);
    const wanted = places.map(({ option, score }) => `${option} ${signed(score)}`);
    assert.deepEqual(
      (await ranked()).map((line) => line.replace(/ \(.*/, '')),
      wanted,
    );
  });

  it('leaves out who is switched off, in ranking, table and charts', async () => {
    await slider('throughput').fill('1');
    const marks = page.locator('figure.explore').first().locator('.mark');
    assert.equal(await marks.count(), 3);
    await page.getByRole('checkbox', { name: 'queue' }).uncheck();
    assert.equal(await marks.count(), 2);
    assert.equal((await ranked()).length, 2);
    assert.ok(!(await page.locator('.needs thead th:visible').allInnerTexts()).includes('queue'));
  });

  it('tells each mark when it is pointed at or reached by Tab, on both axes', async () => {
    const figure = page.locator('figure.explore').first();
    await figure.locator('.mark').nth(1).hover();
    assert.match(
      (await figure.locator('.read').textContent()) ?? '',
      /^cluster: 435 \[43\d, 43\d\] req\/s, n = 10$/,
    );
    const place = () => figure.locator('.mark circle').first().getAttribute('cx');
    const linear = await place();
    await page.getByRole('radio', { name: 'logarithmic' }).check();
    assert.notEqual(await place(), linear);
    await figure.locator('select').focus();
    await page.keyboard.press('Tab');
    assert.match((await figure.locator('.read').textContent()) ?? '', /^single: /);
  });

  it('shows the drawn charts, and no controls, where it is printed', async () => {
    await page.emulateMedia({ media: 'print' });
    assert.ok((await page.locator('img.drawn:visible').count()) >= 3);
    assert.equal(await page.locator('.controls:visible, nav:visible, figure.explore:visible').count(), 0);
  });

  for (const [width, colorScheme] of [
    [1200, 'light'],
    [390, 'dark'],
  ] as const) {
    it(`fits ${width} px and has nothing serious in the way of anybody, ${colorScheme}`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(overflow) <= 0, `${overflow} px too wide`);
      assert.deepEqual(await seriousOn(page), []);
    });
  }
});
