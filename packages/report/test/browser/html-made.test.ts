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
import { withinLine } from '../../src/first-screen/case.ts';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, laneOf, openPlain, openReport, ranked, textOf } from './html-page.ts';

const madeUp = (name: string): Analysis => made[name] ?? assert.fail(`nobody made “${name}”`);

describe('the page of a made-up run', { skip: noBrowser }, () => {
  let at: Desk;
  before(async () => {
    at = await desk();
  });
  after(() => at.close());

  const opened = async (analysis: Analysis, hash = ''): Promise<Page> => {
    const { page, complaints, file } = await openPlain(at, analysis);
    if (hash !== '') {
      await page.goto(`file://${file}${hash}`);
      await page.reload();
    }
    await page.locator('html.live').waitFor();
    assert.deepEqual(complaints, []);
    assert.doesNotMatch(await textOf(page.locator('main')), /undefined|NaN|\[object|Infinity/);
    return page;
  };
  const place = (page: Page, id: string) => page.locator(`.place[data-strategy="${id}"]`);

  for (const winner of ['single', 'cluster', 'queue'])
    it(`puts ${winner} first by throughput if it wins, with a bold figure and the mark farthest to the right`, async () => {
      const page = await opened(madeUp(`${winner} wins`), '#throughput=1');
      assert.equal((await ranked(page))[0], winner);
      assert.equal(await laneOf(page, 'throughput', winner).locator('b.figure').count(), 1);
      const marks = await Promise.all(
        ['single', 'cluster', 'queue'].map(async (id) => {
          const box = await laneOf(page, 'throughput', id).locator('.track path').boundingBox();
          return [id, box?.x ?? 0] as const;
        }),
      );
      assert.equal(marks.toSorted(([, a], [, b]) => b - a)[0]?.[0], winner);
      await page.close();
    });

  it('shows all as level if all are equivalent', async () => {
    const page = await opened(madeUp('all are equivalent'), '#throughput=1');
    assert.match(await textOf(page.locator('#choice')), /no difference was shown/);
    const bold = laneOf(page, 'throughput', 'single').locator('xpath=..').locator('b.figure');
    assert.equal(await bold.count(), 3);
    await page.close();
  });

  it('begins with an open question and its charts if nothing but questions without needs was asked', async () => {
    const analysis = decide(analyse(everyQuestion(2, undefined, ['workers']), questions), questions);
    const { page } = await openReport(at, analysis);
    await page.locator('details#method-workers[open] .chart img').first().waitFor();
    await page.close();
  });

  it('names what is inconclusive if no difference was shown', async () => {
    const page = await opened(madeUp('no difference is shown'));
    await page.getByRole('button', { name: 'throughput', exact: true }).click();
    const sentences = await page.locator('#more-throughput .pairs li').allInnerTexts();
    assert.ok(
      sentences.some((text) => /inconclusive|equivalent/.test(text)),
      sentences.join('\n'),
    );
    await page.close();
  });

  it('shows a word, and no mark, for an overloaded contestant', async () => {
    const page = await opened(madeUp('single is overloaded'));
    const lane = laneOf(page, 'tail-high', 'single');
    assert.equal(await textOf(lane.locator('.word')), 'overloaded');
    assert.equal(await lane.locator('.track').count(), 0);
    assert.match(await textOf(place(page, 'single').locator('.tally')), /overloaded in 1/);
    await page.close();
  });

  it('leaves out a contestant that could not take part, and names it', async () => {
    const page = await opened(madeUp('one could not take part'));
    assert.deepEqual(await ranked(page), ['single', 'cluster']);
    assert.match(await textOf(page.locator('.answer')), /queue could not take part/);
    await page.close();
  });

  it('leaves out a contestant with wrong answers, with a warning above everything', async () => {
    const page = await opened(madeUp('the queue answers wrongly'));
    assert.deepEqual(await ranked(page), ['single', 'cluster']);
    assert.match(await textOf(page.locator('.warning')), /queue gave a wrong answer/);
    await page.close();
  });

  it('lists needs that were not measured, with the command, and has no case without a rate', async () => {
    const page = await opened(madeUp('latency was not measured'));
    const missing = await textOf(page.getByRole('region', { name: 'Not measured' }));
    assert.match(missing, /^Not measured: median latency at the low rate; .*npx -y pnpm@12 bench .*latency/);
    assert.equal(await page.locator('#case').count(), 0);
    await page.close();
  });

  it('says of a p99 what the terminal says: a rate, a bound, or that it is not known', async () => {
    const analysis = madeUp('every question was asked');
    const page = await opened(analysis, '#rate=300&p99=50');
    const says = () => textOf(page.locator('#case-within'));
    const p99 = page.getByRole('spinbutton', { name: 'p99 within' });
    assert.equal(await says(), withinLine(analysis, 50).text);
    const said = await says();
    assert.match(said, /^Requests per second with p99 within 50 ms: single 1\d\d \[.*cluster 3\d\d \[/);
    assert.match(
      await textOf(page.locator('#case-says')),
      /That takes 1 machine with cluster or queue or 2 machines with single, like this one\.$/,
    );
    assert.match(await textOf(place(page, 'single').locator('.held')), /^your p99: beyond reach; /);
    await p99.fill('1');
    assert.match(await says(), /1 ms: single at most 1\d\d \(no window of \d+ kept it\), cluster at most /);
    await page.close();
    const questioned = await opened(
      {
        ...analysis,
        validity: { ...analysis.validity, doubts: madeUp('the queue keeps answers').validity.doubts },
      },
      '#p99=50',
    );
    assert.match(await textOf(questioned.locator('#case-within')), /, queue questioned, in the typical /);
    await questioned.close();
  });

  it('has figures and no verdict if the rounds are too few', async () => {
    const page = await opened(madeUp('the rounds are too few'));
    assert.equal(await page.locator('b.figure').count(), 0);
    assert.ok((await page.locator('.track').count()) > 0);
    await page.close();
  });

  it('says that work off the event loop needs no strategy', async () => {
    const workload = { ...sound.run.workload, name: 'my-digest', loopShare: 0.03 };
    const page = await opened({ ...sound, run: { ...sound.run, workload } });
    assert.match(await textOf(page.locator('h1')), /my-digest/);
    assert.match(await textOf(page.locator('.answer')), /^This work needs none of these strategies/);
    await page.close();
  });
});
