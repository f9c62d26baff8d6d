import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Browser, Page } from 'playwright-core';
import { closePages, launch, noBrowser, open } from './chromium.ts';

const report = join(import.meta.dirname, '../../../../REPORT.md');

describe('the committed report, rendered as on GitHub', { skip: noBrowser }, () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-md-'));
    const html = micromark(await readFile(report, 'utf8'), {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    const file = join(folder, 'page.html');
    const base = join(import.meta.dirname, '../../../..');
    await writeFile(file, `<!doctype html><meta charset="utf-8"><base href="file://${base}/">${html}`);
    browser = await launch();
    ({ page } = await open(browser, file));
  });
  after(async () => {
    await closePages(browser);
    await rm(folder, { recursive: true });
  });

  it('shows less than half of its content unfolded', async () => {
    const words = (text: string) => text.split(/\s+/).length;
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded does not count as read
    const read = words(await page.locator('body').innerText());
    const all = words((await page.locator('body').textContent()) ?? '');
    assert.ok(read < all / 2, `${read} of ${all} words`);
  });

  it('renders every table as a table, folded or not, and every chart that it shows', async () => {
    assert.equal(await page.getByText('| :--').count(), 0);
    assert.ok((await page.locator('table').count()) >= 8);
    assert.ok((await page.locator('details table').count()) >= 7);
    const broken = await page.evaluate(
      '[...document.images].filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0).map(({ src }) => src)',
    );
    assert.deepEqual(broken, []);
  });

  it('begins with the recommendation, and has the needs in its first table', async () => {
    const [first = ''] = await page.locator('body > p').allInnerTexts();
    assert.match(first, /^For .*, /);
    const heads = await page.locator('table').first().locator('th').allInnerTexts();
    assert.deepEqual(heads, ['', 'single', 'cluster', 'threads', 'queue']);
  });
});
