import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { sound } from '@cpu-bound/questions/test/analysis';
import { decide } from '@cpu-bound/study/decide/decision';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import type { Analysis, Undecided } from '@cpu-bound/study/model';
import { renewed } from '@cpu-bound/study/question';
import { adviceIn, rowWords } from '../../src/answers/row-words.ts';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, everything, openPlain, openReport, textOf, unfold } from './html-page.ts';

const KILOBYTES = 1000;

const top = join(import.meta.dirname, '../../../..');
const stored: Undecided = JSON.parse(await readFile(join(top, 'report/analysis.json'), 'utf8'));
const committed = decide(renewed(stored, questions), questions);

/** A run of a user's own workload, whose name would end a script, begin an image and link to a script. */
const hostile = '</script><img src=x onerror="document.title=1">[a](javascript:alert(1))&amp;<details>';
const ofHostile: Analysis = {
  ...sound,
  run: { ...sound.run, workload: { ...sound.run.workload, name: hostile } },
};

describe('the report as one page of HTML', { skip: noBrowser }, () => {
  let at: Desk;
  before(async () => {
    at = await desk();
  });
  after(() => at.close());

  it('has every question, opens without an error, sends no request to a network, and stays below 600 KB', async () => {
    const { page, complaints, requests, file } = await openReport(at, everything);
    await page.locator('html.live').waitFor();
    const { size } = await stat(file);
    assert.ok(size < 600 * KILOBYTES, `${size} bytes`);
    await unfold(page);
    const charts = page.locator('.chart');
    assert.ok((await charts.count()) >= 10);
    for (const chart of await charts.all()) await chart.locator('img').waitFor();
    assert.deepEqual([complaints, requests], [[], []]);
  });

  for (const [name, analysis] of Object.entries({ committed, sound, everything }))
    it(`has the rows of REPORT.md, each cell in its words: ${name}`, async () => {
      const { page } = await openPlain(at, analysis);
      assert.match(await textOf(page.locator('h1')), /^Which strategy for primes.*\?$/);
      const shown = await Promise.all(
        (await page.locator('.rows tbody tr').all()).map((row) => row.locator('td').allInnerTexts()),
      );
      const rows = adviceIn(rowsOf(analysis)).advice.map((row) => rowWords(row, 'full'));
      const plain = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll(/\s+/g, ' '));
      assert.deepEqual(
        shown.map(plain),
        rows.map(({ need, take, shown, price }) => plain([need, take, shown.join('; '), price.join('; ')])),
      );
    });

  it('has the load, the rows and beside them the picture within the first 800 px of 1280, in two fonts', async () => {
    for (const font of ['DejaVu Sans', 'Liberation Sans']) {
      const { page } = await openPlain(at, committed, { bypassCSP: true });
      await page.addStyleTag({ content: `body { font-family: "${font}" !important }` });
      const boxOf = async (selector: string) =>
        (await page.locator(selector).boundingBox()) ?? assert.fail(`${selector} cannot be seen`);
      const [load, rows, picture] = [await boxOf('#load'), await boxOf('.rows'), await boxOf('.picture img')];
      assert.ok(load.y < rows.y && rows.x + rows.width <= picture.x);
      const end = Math.max(rows.y + rows.height, picture.y + picture.height);
      assert.ok(end <= 800, `${font}: ${end} px`);
      await page.close();
    }
  });

  it('shows the name of a workload literally, and runs nothing in it', async () => {
    const { page, complaints } = await openPlain(at, ofHostile);
    await page.locator('html.live').waitFor();
    assert.deepEqual(complaints, []);
    assert.ok((await textOf(page.locator('h1'))).includes(hostile));
    assert.equal(await page.locator('img:not([src^="data:"]), a[href^="javascript"]').count(), 0);
    assert.notEqual(await page.title(), '1');
  });

  it('keeps open what a reader opened: the address names it, and a link leads on without losing that', async () => {
    const { page, file } = await openPlain(at, everything);
    const figures = page.locator('details', { hasText: 'All figures' }).first();
    await figures.locator('summary').click();
    const id = (await figures.getAttribute('id')) ?? assert.fail();
    assert.equal(new URL(page.url()).hash, `#open=${id}`);
    await page.locator('a[href^="#"]').first().click();
    const { hash } = new URL(page.url());
    assert.equal(hash, `#open=${id}`);
    await page.goto('about:blank');
    await page.goto(`file://${file}${hash}`);
    assert.equal(await figures.getAttribute('open'), '');
    await figures.locator('summary').click();
    assert.equal(new URL(page.url()).hash, '');
  });

  it('leads from its contents to each question', async () => {
    const { page } = await openPlain(at, everything);
    const links = await page.locator('a[href^="#"]').all();
    assert.ok(links.length >= questions.length / 2);
    for (const link of links) {
      const id = (await link.getAttribute('href'))?.slice(1) ?? '';
      assert.equal(await page.locator(`h2[id="${id}"]`).count(), 1, id);
    }
  });

  it('prints on two pages', async () => {
    const { page } = await openReport(at, everything);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    const pages = pdf.match(/\/Type \/Page\b/g) ?? [];
    assert.ok(pages.length >= 1 && pages.length <= 2, `${pages.length} pages`);
  });
});
