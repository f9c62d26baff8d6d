import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { rank } from '@cpu-bound/study/decide/rank';
import type { Page } from 'playwright-core';
import { noBrowser } from './chromium.ts';
import { atRest, type Desk, desk, openReport, ranked, textOf } from './html-page.ts';

describe('weights on the page', { skip: noBrowser }, () => {
  let at: Desk;
  let page: Page;
  let file: string;
  before(async () => {
    at = await desk();
    ({ page, file } = await openReport(at, sound, { reducedMotion: 'reduce' }));
  });
  beforeEach(async () => {
    await page.goto('about:blank');
    await page.goto(`file://${file}`);
  });
  after(() => at.close());

  const choice = () => textOf(page.locator('#choice'));
  const slider = (name: string) => page.getByRole('slider', { name, exact: true });
  const word = (name: string) => slider(name).getAttribute('aria-valuetext');
  const hash = async () => new URL(page.url()).hash;
  const openNeeds = (group: string) =>
    page.locator('.weights-of', { hasText: group }).getByText('Each need').click();

  it('are unset at first: no strategy is chosen, and the strategies stand as in the run', async () => {
    assert.match(await choice(), /^No strategy is best for every need/);
    assert.deepEqual(await ranked(page), ['single', 'cluster', 'queue']);
    assert.deepEqual(await page.locator('.score:visible').count(), 0);
  });

  it('rank at once by the keyboard, are stored in the address, and survive a reload', async () => {
    await slider('Speed').focus();
    await page.keyboard.press('End');
    assert.equal(await word('Speed'), 'much');
    assert.equal((await ranked(page))[0], 'cluster');
    assert.match(await choice(), /^cluster has the highest score/);
    const before = [await hash(), await ranked(page), await choice()];
    assert.match(String(before[0]), /^#throughput=3/);
    await page.reload();
    assert.deepEqual([await hash(), await ranked(page), await choice()], before);
    assert.equal(await word('Speed'), 'much');
  });

  it('show their group as “mixed” if its needs differ, and can all be reset', async () => {
    await openNeeds('Speed');
    await slider('throughput').fill('1');
    assert.equal(await hash(), '#throughput=1');
    assert.equal(await word('Speed'), 'mixed');
    assert.equal((await ranked(page))[0], 'cluster');
    await page.getByRole('button', { name: 'Reset all weights' }).click();
    assert.deepEqual(await ranked(page), ['single', 'cluster', 'queue']);
    assert.equal(await word('throughput'), 'nothing');
  });

  it('rank as the decision record does, and show its command', async () => {
    const weights = { throughput: 1, latency: 3, memory: 1 };
    await page.goto(
      `file://${file}#${new URLSearchParams(Object.entries(weights).map(([id, weight]) => [id, String(weight)]))}`,
    );
    await page.reload();
    const expected = rank(sound.decision, weights).places.map(({ option }) => option);
    assert.deepEqual(await ranked(page), expected);
    assert.equal(
      await textOf(page.locator('#command')),
      'npx -y pnpm@12 bench adr DIR --need throughput=1 --need latency=3 --need memory=1',
    );
  });

  it('leave those marked that another equals in every need', async () => {
    await slider('Costs').fill('2');
    const others = await page.locator('.place:not(:has(.tag)) code').allInnerTexts();
    assert.deepEqual(new Set(others), new Set(sound.decision.undominated));
  });

  it('move the strategies to their places, and nothing else', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const session = await page.context().newCDPSession(page);
    // The animations stand still until they were looked at, however slow the machine is.
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await slider('Speed').fill('2');
    const moving = await page.evaluate(
      'document.getAnimations().map(({ effect }) => effect.target.classList.contains("place"))',
    );
    assert.ok(Array.isArray(moving) && moving.length > 0);
    assert.ok(moving.every(Boolean));
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await atRest(page);
    assert.equal((await ranked(page))[0], 'cluster');
  });
});

describe('the reader’s own case on the page', { skip: noBrowser }, () => {
  let at: Desk;
  let page: Page;
  let file: string;
  before(async () => {
    at = await desk();
    ({ page, file } = await openReport(at, sound));
  });
  beforeEach(async () => {
    await page.goto('about:blank');
    await page.goto(`file://${file}`);
  });
  after(() => at.close());

  const says = () => textOf(page.locator('#case-says'));
  const held = (id: string) => textOf(page.locator(`.place[data-strategy="${id}"] .held`));

  it('is answered by measurements: a single process suffices if it meets the case', async () => {
    await page.getByRole('spinbutton', { name: 'requests per second' }).fill('40');
    await page.getByRole('spinbutton', { name: 'p99 within' }).fill('1000');
    assert.match(
      await says(),
      /^A single process is enough for these requests \(single, p99 .+ ms at [\d.]+\/s, 10 of 10 windows\), but a light request /,
    );
    assert.match(
      await held('single'),
      /^your p99: kept; p99 [\d.]+ \[.*\] ms at [\d.]+\/s, 10 of 10 windows$/,
    );
    await page.reload();
    assert.match(await says(), /^A single process is enough/);
    assert.equal(new URL(page.url()).hash, '#rate=40&p99=1000');
  });

  it('puts a strategy last that does not meet it, and chooses among the others', async () => {
    await page.goto(`file://${file}#memory=1`);
    await page.reload();
    await page.getByRole('spinbutton', { name: 'p99 within' }).fill('100');
    assert.equal((await ranked(page))[0], 'single');
    await page.getByRole('spinbutton', { name: 'requests per second' }).fill('300');
    assert.equal((await ranked(page)).at(-1), 'single');
    assert.match(
      await held('single'),
      /^your p99: beyond reach; at most \d+ requests\/s, by its throughput$/,
    );
    assert.match(await textOf(page.locator('#choice')), /^Of those that keep your p99, or may: /);
  });

  it('claims nothing if no measured rate answers it', async () => {
    await page.goto(`file://${file}#rate=1&p99=0.001`);
    await page.reload();
    const said = await says();
    assert.match(said, /^Not known at this rate: single p99 .+ at [\d.]+\/s, .*; cluster .+; queue .+\.$/);
    assert.match(await held('single'), /^your p99: not known; p99 .+ at [\d.]+\/s, 0 of 10 windows/);
  });

  it('begins with the lowest measured rate, as the page prints it, and is not in the address then', async () => {
    const rate = await page.getByRole('spinbutton', { name: 'requests per second' }).inputValue();
    assert.match(rate, /^[1-9]\d*(\.\d+)?$/);
    assert.notEqual(await says(), '');
    assert.equal(new URL(page.url()).hash, '');
  });

  it('follows the slider, and nothing else asks for it', async () => {
    await page.getByRole('slider', { name: 'Rate, requests per second' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('spinbutton', { name: 'requests per second' }).inputValue(), '1');
    assert.match(new URL(page.url()).hash, /^#rate=1&p99=\d+$/);
    assert.match(await says(), /^A single process is enough/);
  });
});
