import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { namedFolder } from '@cpu-bound/study/analyse/commands';
import { answerCase } from '@cpu-bound/study/decide/case';
import { measurementsIn } from '@cpu-bound/study/decide/measurements';
import { rank } from '@cpu-bound/study/decide/rank';
import type { Page } from 'playwright-core';
import { commandOf } from '../../src/answers/case.ts';
import { noBrowser } from './chromium.ts';
import { type Desk, desk, openPlain, textOf } from './html-page.ts';

const whole = made['every question was asked'] ?? assert.fail();

describe('the card for the reader’s load and weights', { skip: noBrowser }, () => {
  let at: Desk;
  let page: Page;
  let file: string;
  before(async () => {
    at = await desk();
    ({ page, file } = await openPlain(at, whole));
  });
  const openAt = async (hash = '') => {
    await page.goto('about:blank');
    await page.goto(`file://${file}${hash}`);
  };
  beforeEach(() => openAt());
  after(() => at.close());

  const verdict = (id: string) => page.locator(`#verdicts li[data-strategy="${id}"]`);
  const statesShown = () =>
    page.evaluate('[...document.querySelectorAll("#verdicts li")].map(({ dataset }) => dataset.state)');
  const hash = () => new URL(page.url()).hash;
  const choice = () => textOf(page.locator('#choice'));

  it('begins with a load that the run measured, which is not in the address', async () => {
    assert.match(await page.locator('#rate').inputValue(), /^[1-9]\d*(\.\d+)?$/);
    assert.match(await textOf(verdict('single')), /^single ✓ [\d.]+ ms$/);
    assert.match(await textOf(page.locator('#load-says')), /^Single is enough; a light request may wait/);
    assert.equal(hash(), '');
  });

  it('is there without a script, with the verdicts', async () => {
    const { page: plain } = await openPlain(at, whole, { javaScriptEnabled: false });
    assert.equal(await plain.locator('#verdicts li').count(), 3);
    assert.match(await textOf(plain.locator('#verdicts')), /single ✓ [\d.]+ ms/);
    assert.equal(await plain.locator('#weights').isVisible(), false);
    await plain.close();
  });

  it('answers each load by the module that answers at the terminal, keeps it in the address, and survives a reload', async () => {
    for (const [rate, p99] of [
      [40, 1000],
      [300, 50],
      [300, 1],
      [5000, 100],
      [1, 0.001],
    ] as const) {
      await page.locator('#rate').fill(String(rate));
      await page.locator('#p99').fill(String(p99));
      const expected = answerCase(measurementsIn(whole), { rate, p99 });
      assert.deepEqual(
        await statesShown(),
        expected.strategies.map(({ state }) => state),
        `${rate}, ${p99}`,
      );
      const command = page.locator('#load-command');
      const wanted = commandOf(whole, expected);
      assert.equal(await command.isVisible(), wanted !== undefined);
      if (wanted !== undefined) assert.equal(await textOf(command.locator('code')), wanted);
      assert.equal(hash(), `#rate=${rate}&p99=${p99}`);
    }
    await page.reload();
    assert.equal(await page.locator('#p99').inputValue(), '0.001');
    assert.match(await textOf(verdict('single')), /^single (?:✗|not known)/);
  });

  it('names machines for a load that one cannot answer, and says that nobody keeps it', async () => {
    await openAt('#rate=5000&p99=100');
    assert.match(await textOf(verdict('single')), /^single ✗ at most [\d,]+\/s$/);
    assert.match(
      await textOf(page.locator('#load-says')),
      /^No strategy keeps it\. That takes .*machines with .*, like this one\.$/,
    );
  });

  it('asks for a rate if it has none', async () => {
    await page.locator('#rate').fill('');
    assert.match(await textOf(page.locator('#load-says')), /^Type the requests per second/);
    assert.equal(await textOf(verdict('single')), 'single');
  });

  it('ranks at once by weights, as the decision record does, with its command, and keeps them in the address', async () => {
    await page.locator('#weights summary').click();
    assert.match(await choice(), /^No strategy is best for every need/);
    await page.locator('select[data-need="throughput"]').selectOption('much');
    await page.locator('select[data-need="memory"]').selectOption('some');
    const { choice: chosen } = rank(whole.decision, { throughput: 3, memory: 1 });
    assert.ok(chosen.kind === 'one');
    assert.ok((await choice()).startsWith(`${chosen.option} has the highest score`), await choice());
    assert.equal(
      await textOf(page.locator('#weights-command')),
      `npx -y pnpm@12 bench adr${namedFolder(whole)} --need throughput=3 --need memory=1`,
    );
    assert.match(hash(), /throughput=3&memory=1/);
    const before = await choice();
    await openAt('#throughput=3&memory=1');
    assert.equal(await choice(), before);
    assert.equal(await page.locator('select[data-need="throughput"]').inputValue(), '3');
    assert.equal(await page.locator('#weights').getAttribute('open'), '');
  });

  it('chooses among the strategies that keep the load, or may', async () => {
    await openAt('#memory=1&rate=300&p99=50');
    assert.match(await choice(), /^Of those that keep your load, or may: |^Only \w+ is left/);
    assert.doesNotMatch(await choice(), /single [+−]/);
    await openAt('#memory=1&rate=5000&p99=100');
    assert.equal(await choice(), 'No strategy keeps your load.');
  });

  it('has no load if the run measured no rate, and still weighs', async () => {
    const { page: without } = await openPlain(at, made['latency was not measured'] ?? assert.fail());
    assert.equal(await without.locator('#load').count(), 0);
    assert.equal(await without.locator('#weights').count(), 1);
    await without.close();
  });

  it('has no verdict on a strategy whose figures are questioned', async () => {
    const { page: doubted } = await openPlain(at, {
      ...sound,
      validity: { ...sound.validity, doubts: made['the queue keeps answers']?.validity.doubts ?? [] },
    });
    assert.equal(await textOf(doubted.locator('#verdicts li[data-strategy="queue"]')), 'queue questioned');
    await doubted.close();
  });
});
