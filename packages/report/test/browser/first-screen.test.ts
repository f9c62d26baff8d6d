import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis } from '@cpu-bound/study/model';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Browser, Page } from 'playwright-core';
import { firstScreen } from '../../src/first-screen/first-screen.ts';
import { launch, noBrowser, open } from './chromium.ts';

/**
 * The limits for as many needs as a standard run compares, and for all needs, most of which have a line below with a
 * factor.
 */
const MOST_HIGH = 1150;
const WITH_ALL = 1450;
const STANDARD_ROWS = 13;

const file = join(import.meta.dirname, '../../../../report/analysis.json');
const committed: Analysis = JSON.parse(await readFile(file, 'utf8'));
const all = { ...made, 'the committed study': committed };

describe('the first screen, 1012 px wide as on GitHub', { skip: noBrowser }, () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'first-screen-'));
    await writeFile(join(folder, 'empty.html'), '<!doctype html>');
    browser = await launch();
    ({ page } = await open(browser, join(folder, 'empty.html')));
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  const css = readFile(join(import.meta.dirname, 'github.css'), 'utf8');
  async function show(markdown: string, width = 1012): Promise<void> {
    const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${await css} body { width: ${width}px }</style>${html}`,
    );
  }

  const shape = (of: Page) =>
    of.evaluate(
      '(({ scrollWidth, clientWidth, rows }) => ({ rows: rows.length, hidden: scrollWidth - clientWidth, high: document.body.scrollHeight }))(document.querySelector("table"))',
    ) as Promise<{ rows: number; hidden: number; high: number }>;

  for (const [name, analysis] of Object.entries(all))
    for (const readerCase of [undefined, { perSecond: 40, p99: 100 }])
      it(`is short, its padding included, and cuts nothing: ${name}${readerCase ? ', with a case' : ''}`, async () => {
        await show(firstScreen(analysis, readerCase));
        const { rows, hidden, high } = await shape(page);
        assert.ok(high <= (rows > STANDARD_ROWS ? WITH_ALL : MOST_HIGH), `${high} px with ${rows} rows`);
        assert.ok(hidden <= 0, `${hidden} px of the table cannot be seen`);
      });

  it('cuts nothing of its table on a page of 838 px', async () => {
    for (const [name, analysis] of Object.entries(all)) {
      await show(firstScreen(analysis), 838);
      const { hidden } = await shape(page);
      assert.ok(hidden <= 0, `${name}: ${hidden} px of the table cannot be seen`);
    }
  });
});
