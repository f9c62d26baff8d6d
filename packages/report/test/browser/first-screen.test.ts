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
import { closePages, launch, noBrowser, open } from './chromium.ts';

/** The mean of the rows: 61 px have a line of figures and a line of factors, 37 px have one of them. */
const ROW = 56;
/** All that is not the table, with a few answers; each further one has a paragraph of at most four lines. */
const BESIDE = 1020;
const FEW_ANSWERS = 3;
const OF_AN_ANSWER = 112;

const top = join(import.meta.dirname, '../../../..');
const committed: Analysis = JSON.parse(await readFile(join(top, 'report/analysis.json'), 'utf8'));
const all = { ...made, 'the committed study': committed };

let folder: string;
let browser: Browser;
let page: Page;
before(async () => {
  if (noBrowser) return;
  folder = await mkdtemp(join(tmpdir(), 'first-screen-'));
  browser = await launch();
});
after(async () => {
  if (noBrowser) return;
  await closePages(browser);
  await rm(folder, { recursive: true });
});

/** Opens a page of HTML; its images are those of the repository. */
async function openHtml(html: string): Promise<void> {
  const file = join(folder, 'page.html');
  await writeFile(file, `<!doctype html><meta charset="utf-8"><base href="file://${top}/">${html}`);
  ({ page } = await open(browser, file));
}
const inHtml = (markdown: string) =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

describe('the first screen, 1012 px wide as on GitHub', { skip: noBrowser }, () => {
  before(() => openHtml(''));

  const css = readFile(join(import.meta.dirname, 'github.css'), 'utf8');
  const show = async (markdown: string, width = 1012): Promise<void> =>
    page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${await css} body { width: ${width}px }</style>${inHtml(markdown)}`,
    );

  const shape = (of: Page) =>
    of.evaluate(
      '(({ scrollWidth, clientWidth, offsetHeight, rows }) => ({ row: offsetHeight / rows.length, hidden: scrollWidth - clientWidth, beside: document.body.scrollHeight - offsetHeight }))(document.querySelector("table"))',
    ) as Promise<{ row: number; hidden: number; beside: number }>;

  for (const [name, analysis] of Object.entries(all))
    for (const readerCase of [undefined, { rate: 40, p99: 100 }])
      it(`is short, its padding included, and cuts nothing: ${name}${readerCase ? ', with a case' : ''}`, async () => {
        const text = firstScreen(analysis, readerCase);
        await show(text);
        const { row, hidden, beside } = await shape(page);
        const answers = text.match(/^\*\*For /gm)?.length ?? 0;
        const most = BESIDE + Math.max(0, answers - FEW_ANSWERS) * OF_AN_ANSWER;
        assert.ok(beside <= most, `${beside} px beside the table, at most ${most}: shorten a sentence`);
        assert.ok(
          row <= ROW,
          `${row} px for a row on average, at most ${ROW}: shorten its name or its figures`,
        );
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

describe('the committed report, rendered as on GitHub', { skip: noBrowser }, () => {
  before(async () => openHtml(inHtml(await readFile(join(top, 'REPORT.md'), 'utf8'))));

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

  it('begins with the arithmetic and the recommendations, and has the needs in its first table', async () => {
    const [first = '', second = ''] = await page.locator('body > p').allInnerTexts();
    assert.match(first, /^Do you need more than one process\? /);
    assert.match(second, /^For .*, take /);
    const heads = await page.locator('table').first().locator('th').allInnerTexts();
    assert.deepEqual(heads, ['', 'single', 'cluster', 'threads', 'queue']);
  });
});
