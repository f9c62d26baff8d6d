import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Random, seededRandom } from '@cpu-bound/stats/random';
import { mostExcessive } from '@cpu-bound/stats/rate-within';
import { type RateFigure, rangeOf, rateFigures } from '../../src/analyse/rates-within.ts';
import type { SearchWindow } from '../../src/model.ts';
import { openLoad } from '../../src/plan/windows.ts';
import { lateIn, nextRate, type SearchStep, stepOf } from '../../src/run/rate-search.ts';
import { openResult } from '../fixtures/run.ts';

/**
 * Services whose largest rate within a p99 is known, searched and estimated by the code of a run. Time is simulated: a
 * service gets the times of its requests, and returns their latencies.
 */

const SECONDS = 4;
const LEAD_IN_MS = 1000;
const ROUNDS = 10;
const STUDIES = 20;
const NEVER_MS = 10_000;

type Service = {
  readonly throughput: number;
  readonly targetMs: number;
  latencies(due: readonly number[], random: Random): readonly number[];
};

/** Poisson arrivals in milliseconds, from the lead-in to the end of a window that begins at 0. */
function arrivals(perSecond: number, random: Random): number[] {
  const due: number[] = [];
  for (let at = -LEAD_IN_MS; at < SECONDS * 1000; at += random.exponential(1000 / perSecond)) due.push(at);
  return due.slice(1);
}

/** Each request takes 20 ms of one of some servers, which have one queue; a pause stops all of them. */
const delays =
  (servers: number, pauses: (random: Random) => (begin: number) => number = () => () => 0) =>
  (due: readonly number[], random: Random): number[] => {
    const free = Array<number>(servers).fill(-LEAD_IN_MS);
    const pause = pauses(random);
    return due.map((at) => {
      const next = free.indexOf(Math.min(...free));
      const begin = Math.max(at, free[next] ?? at);
      const end = begin + pause(begin) + 20;
      free[next] = end;
      return end - at;
    });
  };

const services = {
  'a delay of 20 ms with one server': { throughput: 50, targetMs: 100, latencies: delays(1) },
  'a delay of 20 ms with four servers': { throughput: 200, targetMs: 100, latencies: delays(4) },
  'a service that refuses what comes above 120 requests in a second': {
    throughput: 200,
    targetMs: 100,
    latencies(due) {
      const taken: number[] = [];
      return due.map((at) => {
        while ((taken[0] ?? at) < at - 1000) taken.shift();
        if (taken.length >= 120) return NEVER_MS;
        taken.push(at);
        return 5;
      });
    },
  },
  'a service that is fast until 80 % of its throughput': {
    throughput: 200,
    targetMs: 100,
    latencies(due) {
      const perSecond = due.length / (SECONDS + LEAD_IN_MS / 1000);
      return due.map(() => (perSecond <= 160 ? 5 : 500));
    },
  },
} as const satisfies Record<string, Service>;

/** A service with four servers that stops for 200 ms in every 5 s: each pause delays 4 % of the requests of a period. */
const paused: Service = {
  throughput: 200,
  targetMs: 100,
  latencies: delays(4, (random) => {
    const phase = random.next() * 5000;
    return (begin) => {
      const into = (begin + 2 * 5000 - phase) % 5000;
      return into < 200 ? 200 - into : 0;
    };
  }),
};

/** Measures a window as the bench does: its requests from the intended time, without those of the lead-in. */
function measure({ latencies }: Service, perSecond: number, random: Random): number[] {
  const due = arrivals(perSecond, random);
  return latencies(due, random).filter((_, index) => (due[index] ?? 0) >= 0);
}

function figureOf(service: Service, seed: string): RateFigure {
  const { throughput, targetMs } = service;
  const load = openLoad({}, { load: 0.75, of: 'own' }, { within: targetMs });
  const random = seededRandom(seed);
  const seen = throughput * Math.exp(0.05 * random.normal());
  const windows: SearchWindow[] = [];
  let last: SearchStep | undefined;
  for (let round = 1; round <= ROUNDS; round++) {
    const perSecond = nextRate(last, load, seen);
    const found = measure(service, perSecond, random);
    last = stepOf({
      open: {
        ...openResult({ perSecond, seconds: SECONDS }),
        ...{ samples: '', lags: '', capacity: seen, ...lateIn(load, found) },
      },
    });
    const slowest = found.toSorted((a, b) => b - a).slice(0, mostExcessive(found.length));
    windows.push({ contestant: 'a', round, perSecond, sent: found.length, slowest });
  }
  const condition = { input: {}, setting: { within: targetMs } };
  const search = { targetMs, condition, seconds: SECONDS, windows, throughput: { a: seen } };
  return rateFigures(search, [{ id: 'a' }])[0] ?? assert.fail('no figure');
}

/** The rate at which half of the windows have at most 1 % late requests, by bisection and without any estimator. */
function trueRate(service: Service): number {
  let [below, above] = [0.2 * service.throughput, service.throughput];
  for (let step = 0; step < 8; step++) {
    const perSecond = (below + above) / 2;
    const within = Array.from({ length: 60 }, (_, index) => {
      const found = measure(service, perSecond, seededRandom(`truth/${index}`));
      return found.filter((ms) => ms > service.targetMs).length <= 0.01 * found.length;
    }).filter((isKept) => isKept).length;
    if (2 * within > 60) below = perSecond;
    else above = perSecond;
  }
  return (below + above) / 2;
}

/** Half a step of a search: between two rates of it, no window tells. */
const HALF_A_STEP = 1.07;

/** Returns true if a figure has the rate in its interval, or is a bound on its right side. */
function isRight(figure: RateFigure, truth: number): boolean {
  const [low, high] = rangeOf(figure);
  const room = figure.kind === 'rate' ? 1 : HALF_A_STEP;
  return low <= truth * room && truth <= high * room;
}

describe('the largest rate within a p99 of a service whose rate is known', () => {
  for (const [name, service] of Object.entries<Service>(services))
    it(`is found of ${name}: most studies are right, and no rate is far away`, () => {
      const truth = trueRate(service);
      const found = Array.from({ length: STUDIES }, (_, index) => figureOf(service, `${name}/${index}`));
      const text = `${truth}:\n${found.map((one) => JSON.stringify(one)).join('\n')}`;
      const right = found.filter((one) => isRight(one, truth));
      assert.ok(right.length >= 0.8 * STUDIES, `${right.length} of ${STUDIES} are right about ${text}`);
      const rates = found.flatMap((one) => (one.kind === 'rate' ? one.rate.estimate : []));
      assert.ok(rates.length >= STUDIES / 2, text);
      for (const rate of rates) assert.ok(Math.abs(Math.log(rate / truth)) < 0.2, `${rate} ${text}`);
    });

  it('is known without a simulation where the service changes at a rate: at 120 it refuses, at 160 it is slow', () => {
    const [, , refusing, fast] = Object.values<Service>(services).map(trueRate);
    assert.ok(refusing !== undefined && refusing > 90 && refusing <= 121, `${refusing}`);
    assert.ok(fast !== undefined && fast > 150 && fast < 165, `${fast}`);
  });

  it('is none of a service with a pause in every 5 s, or a low rate, as every fifth window of 4 s misses the pause', () => {
    const found = Array.from({ length: STUDIES }, (_, index) => figureOf(paused, `pause/${index}`));
    const none = found.filter(({ kind }) => kind === 'below');
    assert.ok(none.length >= 0.4 * STUDIES, `${none.length} ${JSON.stringify(found)}`);
    for (const one of found)
      assert.ok(one.kind === 'below' || (one.kind === 'rate' && one.rate.estimate < 0.5 * paused.throughput));
  });
});
