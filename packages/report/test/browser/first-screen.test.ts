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

const top = join(import.meta.dirname, '../../../..');
const committed: Analysis = JSON.parse(await readFile(join(top, 'report/analysis.json'), 'utf8'));
const all = { ...made, committed };
const inHtml = (markdown: string) =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
const css = readFile(join(import.meta.dirname, 'github.css'), 'utf8');

const isWord = (part: string) => /[\p{L}\p{N}]/u.test(part);
const wordsIn = (text: string): number => text.split(/\s+/).filter(isWord).length;

let folder: string;
let browser: Browser;
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

/** Opens Markdown as GitHub shows it, in a column of this width; its images are those of the repository. */
async function openMarkdown(markdown: string, width = 1012): Promise<Page> {
  const file = join(folder, 'page.html');
  const style = `<style>${await css} body { width: ${width}px; margin: 0 } img { max-width: 100% }</style>`;
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><base href="file://${top}/">${style}${inHtml(markdown)}`,
  );
  const { page } = await open(browser, file, { viewport: { width: Math.max(width, 320), height: 800 } });
  return page;
}

/** The words of the rendered page, folded or not, without those of its tables. */
const WORDS_OUTSIDE_TABLES = `(() => {
  for (const element of document.querySelectorAll('table, style')) element.remove();
  return document.body.textContent;
})()`;

describe('README.md, as GitHub shows it', { skip: noBrowser }, () => {
  let page: Page;
  before(async () => {
    page = await openMarkdown(await readFile(join(top, 'README.md'), 'utf8'));
  });

  it('has the command above the rows, nine rows of at most 32 words, and the picture below them', async () => {
    const bottomOf = async (what: string) =>
      Number(await page.evaluate(`document.querySelector('${what}').getBoundingClientRect().bottom`));
    const [command, rows, picture] = await Promise.all(['pre', 'table', 'picture img'].map(bottomOf));
    assert.ok(
      Number(command) < 300 && Number(rows) < 1000 && Number(picture) < 1500,
      `${command} ${rows} ${picture}`,
    );
    const texts = await page.locator('table tbody tr').allInnerTexts();
    assert.equal(texts.length, 9);
    for (const text of texts) assert.ok(wordsIn(text) <= 32, `${wordsIn(text)} words: ${text}`);
  });

  it('has at most 130 words beside the rows before its first heading, and 700 in all', async () => {
    // biome-ignore lint/performance/useDomNodeTextContent: the words that a reader sees
    const whole = wordsIn(await page.locator('body').innerText());
    assert.ok(whole <= 700, `${whole} words`);
    const outside = String(await page.evaluate(WORDS_OUTSIDE_TABLES));
    const [first = ''] = outside.split('Measure it on your machine\n');
    assert.ok(wordsIn(first) <= 130, `${wordsIn(first)} words: ${first}`);
  });
});

describe('the first screen, as GitHub shows it', { skip: noBrowser }, () => {
  for (const width of [1012, 838])
    it(`cuts nothing of its rows in a column of ${width} px`, async () => {
      const screens = Object.values(all).map((analysis) => firstScreen(analysis));
      const page = await openMarkdown(screens.join('\n\n'), width);
      const hidden = await page.evaluate(
        '[...document.querySelectorAll("table")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ innerText }) => innerText)',
      );
      assert.deepEqual(hidden, []);
    });
});

describe('the committed report, rendered as on GitHub', { skip: noBrowser }, () => {
  let page: Page;
  before(async () => {
    page = await openMarkdown(await readFile(join(top, 'REPORT.md'), 'utf8'));
  });

  it('shows less than half of its content unfolded', async () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded does not count as read
    const read = wordsIn(await page.locator('body').innerText());
    const whole = wordsIn((await page.locator('body').textContent()) ?? '');
    assert.ok(read < whole / 2, `${read} of ${whole} words`);
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

  it('begins with the machine, the warning, the rows and the picture, and says how sure they are', async () => {
    const heads = await page.locator('table').first().locator('th').allInnerTexts();
    assert.deepEqual(heads, ['you need', 'take', 'shown by', 'price']);
    const tags = await page.evaluate('[...document.body.children].slice(0, 8).map(({ tagName }) => tagName)');
    const order = [
      'H1',
      'P',
      ...((await page.locator('blockquote').count()) > 0 ? ['BLOCKQUOTE'] : []),
      'TABLE',
    ];
    assert.deepEqual((tags as string[]).filter((tag) => tag !== 'STYLE').slice(0, order.length), order);
    assert.match((await page.locator('picture + p').textContent()) ?? '', /^How sure\? /);
  });

  it('has a sentence and a why of at most two sentences in each section, and at most 2,000 words outside of tables', async () => {
    const sections = (await readFile(join(top, 'REPORT.md'), 'utf8')).split(/^## /m).slice(1);
    const questions = sections.filter((section) => section.includes('**Why**'));
    assert.ok(questions.length > 10);
    for (const section of questions) {
      const [shown = ''] = section.split('<details>');
      const [, why = ''] = /^\*\*Why\*\*: (.*)$/m.exec(shown) ?? [];
      const sentences = why.replaceAll(/\]\([^)]*\)/g, ']').split(/(?<=[.)])\s+(?=[\p{Lu}`])/u);
      assert.ok(sentences.length <= 2, why);
      const paragraphs = shown
        .split('\n\n')
        .slice(1)
        .filter((part) => part.trim() !== '' && !part.startsWith('![') && !part.startsWith('*No chart'));
      assert.ok(paragraphs.length <= 2, shown);
    }
    const words = wordsIn(String(await page.evaluate(WORDS_OUTSIDE_TABLES)));
    assert.ok(words <= 2000, `${words} words`);
  });
});
