import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { made } from '@cpu-bound/study/test/decisions';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Browser, Page } from 'playwright-core';
import { firstScreen } from '../../src/first-screen/first-screen.ts';
import { launch, noBrowser, open } from './chromium.ts';

const MOST_HIGH = 1150;

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
  async function show(markdown: string): Promise<void> {
    const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${await css}</style>${html}`);
  }

  for (const [name, analysis] of Object.entries(made))
    for (const wanted of [undefined, { perSecond: 40, p99: 100 }])
      it(`is at most ${MOST_HIGH} px tall and wraps no cell: ${name}${wanted ? ', with a case' : ''}`, async () => {
        await show(firstScreen(analysis, wanted));
        const height = await page.evaluate('document.body.scrollHeight');
        assert.ok(Number(height) <= MOST_HIGH, `${height} px`);
        assert.equal(await page.locator('table').count(), 1);
        const rows = await page.evaluate(
          '[...document.querySelectorAll("tr")].map((row) => row.getBoundingClientRect().height)',
        );
        assert.ok(
          (rows as number[]).every((row) => row < 2 * 24 + 12),
          'each row is one line',
        );
        const hidden = await page.evaluate(
          '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("table"))',
        );
        assert.ok(Number(hidden) <= 0, `${hidden} px of the table cannot be seen`);
      });
});
