import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { machinesHtml } from '../../src/html/machines.ts';
import { studyFrom } from '../../src/machines/from-analysis.ts';
import { noBrowser, open } from './chromium.ts';
import { type Desk, desk, textOf } from './html-page.ts';

const study = studyFrom(
  sound,
  sound.contestants.map(({ id }) => id),
);
const studies = [
  { ...study, id: 'a' },
  { ...study, id: 'b', machine: { ...study.machine, cores: 8 } },
];

describe('the page of several machines', { skip: noBrowser }, () => {
  let at: Desk;
  let file: string;
  before(async () => {
    at = await desk();
    file = join(at.folder, 'machines.html');
    await writeFile(file, machinesHtml(studies));
  });
  after(() => at.close());

  it('filters by the chosen values, which are stored in the address and survive a reload', async () => {
    const { page, complaints, requests } = await open(at.browser, file);
    await page.locator('html.live').waitFor();
    const first = () => textOf(page.locator('#rows tr').first());
    assert.match(await first(), /2 on 2 machines/);
    await page.locator('select[name=cores]').selectOption('8');
    assert.match(await first(), /1 on 1 machine/);
    assert.match(page.url(), /#cores=8$/);
    await page.reload();
    await page.locator('html.live').waitFor();
    assert.match(await first(), /1 on 1 machine/);
    assert.match(await textOf(page.locator('#remainder')), /^1 study\./);
    await page.locator('select[name=cores]').selectOption('');
    assert.match(await first(), /2 on 2 machines/);
    assert.deepEqual([complaints, requests], [[], []]);
  });

  it('has the whole table without a script', async () => {
    const { page } = await open(at.browser, file, { javaScriptEnabled: false });
    assert.match(await textOf(page.locator('#rows tr').first()), /2 on 2 machines/);
    assert.equal(await page.locator('.filters').isVisible(), false);
  });
});
