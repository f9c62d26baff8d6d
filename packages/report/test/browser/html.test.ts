import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Analysis } from '@cpu-bound/study/model';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, everything, need, openReport, textOf } from './html-page.ts';

const KILOBYTES = 1000;

/** A run of a user's own workload, whose name would end a script, begin an image and link to a script. */
const hostile = '</script><img src=x onerror="document.title=1">[a](javascript:alert(1))&amp;';
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
    assert.deepEqual([complaints, requests], [[], []]);
    const { size } = await stat(file);
    assert.ok(size < 600 * KILOBYTES, `${size} bytes`);
    for (const summary of await page.locator('.methods summary').all()) await summary.click();
    const charts = page.locator('.methods .chart');
    assert.ok((await charts.count()) >= 10);
    for (const chart of await charts.all()) await chart.locator('img').waitFor();
    assert.deepEqual([complaints, requests], [[], []]);
  });

  it('has the question as its title, a card for each group, and a line for each measured need', async () => {
    const { page } = await openReport(at, sound);
    assert.match(await textOf(page.locator('h1')), /^Which strategy for primes.*\?$/);
    assert.deepEqual(await page.locator('.group h2').allInnerTexts(), ['Speed', 'Light requests', 'Costs']);
    const measured = sound.decision.needs.filter((one) => one.measured).map(({ id }) => `need-${id}`);
    const lines = await page.locator('.need').all();
    assert.deepEqual(await Promise.all(lines.map((line) => line.getAttribute('id'))), measured);
    assert.equal(await need(page, 'throughput').locator('.lane').count(), sound.decision.options.length);
  });

  it('shows the name of a workload literally, and runs nothing in it', async () => {
    const { page, complaints } = await openReport(at, ofHostile);
    await page.locator('html.live').waitFor();
    assert.deepEqual(complaints, []);
    assert.ok((await textOf(page.locator('h1'))).includes(hostile));
    assert.equal(await page.locator('img:not([src^="data:"]), a[href^="javascript"]').count(), 0);
    assert.notEqual(await page.title(), '1');
  });

  it('opens the details of a need: a sentence for each pair, its rounds, and its method', async () => {
    const { page } = await openReport(at, sound);
    const throughput = need(page, 'throughput');
    const button = throughput.getByRole('button', { name: 'throughput' });
    assert.equal(await throughput.locator('.more').isVisible(), false);
    await button.focus();
    await page.keyboard.press('Enter');
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    const sentences = await throughput.locator('.pairs li').allInnerTexts();
    assert.equal(sentences.length, 3);
    assert.match(
      sentences[0] ?? '',
      /^cluster: \d\.\d\d× the answers per second of single \[\d\.\d\d, \d\.\d\d\]\.$/,
    );
    assert.equal(await throughput.getByRole('img', { name: 'Each round of throughput' }).count(), 1);
    await throughput.getByRole('link', { name: 'How it was measured' }).click();
    const method = page.locator('#method-capacity');
    assert.equal(await method.getAttribute('open'), '');
    assert.match(await textOf(method), /A closed loop has 50 connections/);
  });

  it('prints on two pages', async () => {
    const { page } = await openReport(at, everything);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    const pages = pdf.match(/\/Type \/Page\b/g) ?? [];
    assert.ok(pages.length >= 1 && pages.length <= 2, `${pages.length} pages`);
  });
});
