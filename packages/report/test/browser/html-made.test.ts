import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { sound } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import type { Page } from 'playwright-core';
import { renderHtml } from '../../src/html/render.ts';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, openPlain, openReport, textOf } from './html-page.ts';

const madeUp = (name: string): Analysis => made[name] ?? assert.fail(`nobody made “${name}”`);

it('no made-up run has a page with a value that is none', () => {
  for (const [name, analysis] of Object.entries(made)) {
    const [, main = assert.fail()] = /<main>(.*)<\/main>/s.exec(renderHtml(analysis, questions, [])) ?? [];
    assert.doesNotMatch(main, /undefined|NaN|\[object|Infinity/, name);
  }
});

describe('the page of a made-up run', { skip: noBrowser }, () => {
  let at: Desk;
  before(async () => {
    at = await desk();
  });
  after(() => at.close());

  const opened = async (analysis: Analysis): Promise<Page> => {
    const { page, complaints } = await openPlain(at, analysis);
    await page.locator('html.live').waitFor();
    assert.deepEqual(complaints, []);
    return page;
  };
  const row = (page: Page, need: string) => page.locator('.rows tr', { hasText: need });

  for (const winner of ['single', 'cluster', 'queue'])
    it(`takes ${winner} for most answers if it wins`, async () => {
      const page = await opened(madeUp(`${winner} wins`));
      assert.equal(await textOf(row(page, 'most answers').locator('strong')), winner);
      await page.close();
    });

  it('takes nobody if no difference was shown', async () => {
    const page = await opened(madeUp('no difference is shown'));
    assert.match(await textOf(row(page, 'most answers')), /no difference shown/);
    assert.equal(await row(page, 'most answers').locator('strong').count(), 0);
    await page.close();
  });

  it('has the charts of a question without needs, if nothing else was asked', async () => {
    const analysis = decide(analyse(everyQuestion(2, undefined, ['workers']), questions), questions);
    const { page } = await openReport(at, analysis);
    await page.locator('.chart img').first().waitFor();
    assert.equal(await page.locator('.answers').count(), 0);
    await page.close();
  });

  it('names a contestant that could not take part', async () => {
    const page = await opened(madeUp('one could not take part'));
    assert.match(await textOf(page.locator('.answers')), /queue could not take part/);
    await page.close();
  });

  it('warns above everything of a contestant with wrong answers, which no row takes', async () => {
    const page = await opened(madeUp('the queue answers wrongly'));
    assert.match(await textOf(page.locator('.head blockquote')), /queue gave a wrong answer/);
    assert.doesNotMatch((await page.locator('.rows strong').allInnerTexts()).join(), /queue/);
    await page.close();
  });

  it('takes nobody if the rounds are too few', async () => {
    const page = await opened(madeUp('the rounds are too few'));
    assert.equal(await page.locator('.rows strong').count(), 0);
    assert.match(await textOf(page.locator('main')), /Not judged yet: .*most answers/);
    await page.close();
  });

  it('says that work off the event loop needs no strategy', async () => {
    const workload = { ...sound.run.workload, name: 'my-digest', loopShare: 0.03 };
    const page = await opened({ ...sound, run: { ...sound.run, workload } });
    assert.match(await textOf(page.locator('.head')), /my-digest.*This work needs none of these strategies/s);
    await page.close();
  });
});
