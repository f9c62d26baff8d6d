import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBusy, rangeOf } from '@cpu-bound/study/analyse/rates-within';
import { answerCase, type CaseState, type StrategyCase } from '@cpu-bound/study/decide/case';
import type { MeasuredRate, StrategyRates, TypicalP99 } from '@cpu-bound/study/decide/measurements';
import * as format from '@cpu-bound/study/format';
import type { RateSearch, SearchWindow } from '@cpu-bound/study/model';
import { interval } from '@cpu-bound/study/test/compared';
import fc from 'fast-check';
import { loadWords, machinesSentence } from '../../src/answers/case.ts';

/** A p99 over ten windows: one at the low end, one at the high end, and the others at the estimate. */
const typical = (estimate: number, low: number, high: number, rounds = 10): TypicalP99 => ({
  ...interval(estimate, low, high),
  windows: {
    seconds: 5,
    each: [low, ...Array<number>(rounds - 2).fill(estimate), high].map((ms, index) => {
      return { round: index + 1, fromDue: ms, fromSent: ms };
    }),
  },
});

/** 30 to 40 ms at 100/s, 70 to 90 ms at 200/s, overloaded at 300/s. */
const pool: StrategyRates = {
  id: 'threads',
  rates: [
    { perSecond: 100, p99: typical(35, 30, 40) },
    { perSecond: 200, p99: typical(80, 70, 90) },
    { perSecond: 300 },
  ],
};

/** Windows of three strategies that answer in 20 ms up to a rate, and in 80 ms beyond it. */
const windowsOf = (id: string, most: number, rounds = 10): SearchWindow[] =>
  Array.from({ length: rounds }, (_, index) => {
    const perSecond = most * 1.15 ** ((index % 4) - 1.5);
    const ms = perSecond > most ? 80 : 20;
    return { contestant: id, round: index + 1, perSecond, sent: 500, slowest: Array<number>(20).fill(ms) };
  });

const searchOf = (windows: readonly SearchWindow[], more: Partial<RateSearch> = {}): RateSearch => ({
  targetMs: 50,
  condition: { input: {}, setting: { within: 50 } },
  seconds: 4,
  windows,
  ...more,
});
const search = searchOf([
  ...windowsOf('threads', 150),
  ...windowsOf('single', 60),
  ...windowsOf('queue', 120),
]);

const answer = (strategy: StrategyRates, rate: number, p99 = 50, of?: RateSearch): StrategyCase => {
  const [found = assert.fail()] = answerCase(
    { strategies: [strategy], search: of },
    { rate, p99 },
  ).strategies;
  return found;
};
const state = (...given: Parameters<typeof answer>) => answer(...given).state;
const why = (...given: Parameters<typeof answer>) => {
  const found = answer(...given);
  return found.state === 'unknown' ? found.why : found.state;
};

describe('a case by the windows at measured rates', () => {
  const at = (index: number): MeasuredRate => pool.rates[index] ?? assert.fail();

  it('is kept if the complete interval lies within the bound at that rate or a higher one', () => {
    for (const [rate, p99, index] of [
      [100, 40, 0],
      [150, 90, 1],
      [50, 1000, 0],
    ] as const) {
      const found = answer(pool, rate, p99);
      assert.ok(found.state === 'kept' && found.evidence.by === 'windows');
      assert.equal(found.evidence.at.perSecond, at(index).perSecond);
      assert.deepEqual(found.machines, { least: 1, enough: 1 });
    }
  });

  it('is not kept if the complete interval exceeds the bound at that rate or a lower one', () => {
    const found = answer(pool, 150, 29);
    assert.ok(found.state === 'not kept' && found.evidence.by === 'windows');
    assert.deepEqual([found.evidence.at.kept, found.evidence.at.windows], [0, 10]);
    assert.equal(state(pool, 250, 60), 'not kept');
  });

  it('is unknown between measured rates, and if an interval spans the bound: no window tells', () => {
    for (const [rate, p99] of [
      [150, 50],
      [250, 100],
      [100, 35],
      [300, 60_000],
    ] as const)
      assert.equal(why(pool, rate, p99), 'no window tells');
  });

  it('is unknown by fewer than five rounds, whatever their windows say', () => {
    const rates = [{ perSecond: 100, p99: typical(35, 30, 40, 4) }];
    assert.equal(why({ id: 'a', rates }, 100, 1000), 'too few rounds');
    assert.equal(why({ id: 'a', rates }, 100, 1), 'too few rounds');
    const five = [{ perSecond: 100, p99: typical(35, 30, 40, 5) }];
    assert.equal(state({ id: 'a', rates: five }, 100, 1000), 'kept');
  });

  it('is unknown if a lower rate was slower than a higher one, or if some requests exceeded the deadline', () => {
    const contrary = [
      { perSecond: 100, p99: typical(80, 70, 90) },
      { perSecond: 200, p99: typical(35, 30, 40) },
    ];
    assert.equal(why({ id: 'a', rates: contrary }, 150, 50), 'contradiction');
    const p99 = { ...typical(9_000, 8_000, 10_000), censored: true as const };
    assert.equal(state({ id: 'a', rates: [{ perSecond: 100, p99 }] }, 100, 20_000), 'unknown');
  });

  it('is unknown of a strategy that was not measured, or is questioned', () => {
    assert.equal(why({ id: 'a', rates: [] }, 1), 'not measured');
    assert.equal(why({ id: 'a', rates: [{ perSecond: 10 }] }, 1), 'not measured');
    assert.equal(why({ id: 'threads', rates: [], isQuestioned: true }, 1, 50, search), 'questioned');
  });

  it('accepts any rate as a page prints it', () =>
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (perSecond) => {
        const printed = Number(format.number(perSecond).replaceAll(',', ''));
        const strategy = { id: 'a', rates: [{ perSecond, p99: typical(35, 30, 40) }] };
        assert.equal(state(strategy, printed, 40), 'kept');
        assert.equal(state(strategy, printed, 20), 'not kept');
      }),
    ));
});

describe('a case by the largest rate within the p99', () => {
  const threads = { id: 'threads', rates: [] };

  it('agrees with the figure: kept up to its lower end, not kept from its upper end on, unknown between', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 4, max: 12 }),
        (rate, p99, rounds) => {
          const of = searchOf([...windowsOf('threads', 150, rounds), ...windowsOf('single', 60, rounds)]);
          const found = answer(threads, rate, p99, of);
          assert.ok(found.figure);
          const [low, high] = rangeOf(found.figure);
          const expected = rate <= low ? 'kept' : rate >= high ? 'not kept' : 'unknown';
          assert.equal(found.state, expected);
          if (rounds < 5) assert.equal(found.state, 'unknown');
          // A figure and a case are read from the same windows.
          if (found.state === 'kept') assert.deepEqual(found.machines, { least: 1, enough: 1 });
          else if (low > 0) assert.equal(found.machines?.enough, Math.ceil(rate / low));
          else assert.equal(found.machines?.enough, undefined);
        },
      ),
    ));

  it('is never the contrary of what it says at a laxer p99 or a lower rate', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 20, max: 400, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 200 }),
        (rate, p99, share, more) => {
          const easier = state(threads, rate * share, p99 + more, search);
          if (state(threads, rate, p99, search) === 'kept') assert.equal(easier, 'kept');
          if (easier === 'not kept') assert.equal(state(threads, rate, p99, search), 'not kept');
        },
      ),
    ));

  it('is a contradiction if a measured rate shows the other', () => {
    const rates = [{ perSecond: 100, p99: typical(80, 70, 90) }];
    assert.equal(state(threads, 100, 50, search), 'kept');
    assert.equal(why({ id: 'threads', rates }, 100, 50, search), 'contradiction');
  });

  it('is unknown where other programs used much of the CPU time', () => {
    const busy = { ...search, foreign: 0.3 };
    assert.ok(isBusy(busy));
    assert.equal(why(threads, 100, 50, busy), 'busy machine');
  });
});

describe('a case beyond reach', () => {
  const single: StrategyRates = { ...pool, id: 'single', reach: { perSecond: 195, by: 'cores' } };

  it('is one above what a strategy can answer at all, however long the p99, with the machines that it takes', () => {
    const found = answer(single, 1000, 60_000);
    assert.ok(found.state === 'beyond reach' && found.evidence.by === 'cores');
    assert.deepEqual(found.machines, { least: 6 });
    assert.notEqual(state(single, 195, 60_000), 'beyond reach');
    const searched = answer(single, 1000, 50, search);
    assert.ok((searched.machines?.enough ?? 0) >= 17, JSON.stringify(searched.machines));
  });

  it('needs no window', () =>
    assert.equal(
      state({ id: 'a', rates: [], reach: { perSecond: 90, by: 'throughput' } }, 91),
      'beyond reach',
    ));
});

describe('the answer of several strategies', () => {
  const reach = { perSecond: 195, by: 'throughput' } as const;
  const strategies: StrategyRates[] = [
    { id: 'threads', rates: [], reach },
    { id: 'single', rates: [], reach: { ...reach, perSecond: 80 } },
    { id: 'queue', rates: [], reach },
    { id: 'cluster', rates: [], reach },
    { id: 'paused', rates: [], isQuestioned: true },
  ];
  const of = (rate: number, p99: number, asked?: string) =>
    answerCase({ strategies, search }, { rate, p99 }, asked);

  it('names each of them once, and has the best state: kept, unknown, not kept, or beyond reach', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (rate, p99) => {
          const found = of(rate, p99);
          const words = loadWords(
            { measured: { strategies, search }, singles: [], command: '' },
            { rate, p99 },
          );
          assert.deepEqual(
            words.verdicts.map(({ id, state }) => [id, state]),
            found.strategies.map(({ id, state }) => [id, state]),
          );
          assert.ok(words.verdicts.every(({ words }) => words !== ''));
          const order: readonly CaseState[] = ['kept', 'unknown', 'not kept', 'beyond reach'];
          const best = Math.min(...found.strategies.map((one) => order.indexOf(one.state)));
          assert.equal(found.state, order[best]);
          assert.ok(found.strategies.length === strategies.length);
        },
      ),
    ));

  it('is that of one strategy if only that is asked about, and unknown if there is none', () => {
    assert.deepEqual(
      of(100, 50, 'single').strategies.map(({ id }) => id),
      ['single'],
    );
    assert.equal(of(100, 50, 'single').state, 'beyond reach');
    assert.equal(answerCase({ strategies: [] }, { rate: 1, p99: 1 }).state, 'unknown');
  });

  it('counts machines by the lower end of the rate, and names those whose number is not known', () => {
    const text = machinesSentence(of(1000, 10));
    assert.match(text, /^That takes at least \d+ machines with /);
    assert.match(text, /, like this one\.$/);
    const kept = machinesSentence(of(70, 50));
    assert.match(
      kept,
      /^That takes 1 machine with threads or queue or 2 machines with single, like this one; /,
    );
    assert.match(kept, /; with cluster the number is not known\.$/);
    assert.equal(machinesSentence(of(30, 50, 'single')), '');
  });
});
