import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  computedIn,
  endContestant,
  measurable,
  type Started,
  send,
  startContestant,
} from '@cpu-bound/conformance';

const folderOf = (name: string) => join(import.meta.dirname, '..', name);
describe('the planted contestants, which are one program', () => measurable(folderOf('burst')));

/** The plants that compute for each request; the dishonest ones do not. */
const plantNames = ['plain', 'pause', 'burst', 'tenth', 'five', 'ten', 'twenty'] as const;

type Answer = { readonly asked: number; readonly runs: number; readonly computeMs: number };

const ENOUGH = 50;

/** Sends numbered requests one after another, for at least `ms`, and at least `ENOUGH`. */
async function askFor(ms: number, { origin }: Started): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (
    const end = performance.now() + ms;
    performance.now() < end || answers.length < ENOUGH;
    await sleep(20)
  ) {
    const { output, computeMs } = computedIn(await send(origin, `/counts?asked=${answers.length}`));
    answers.push({ ...output, computeMs });
  }
  return answers;
}

const PERIOD_MS = 5_000;

describe('planted contestants, for longer than a period', () => {
  const started: Started[] = [];
  const answersOf = new Map<string, Answer[]>();
  let tookMs = 0;
  before(async () => {
    const env = { WORKLOAD: join(import.meta.dirname, 'counts-runs.ts') };
    const measured = plantNames.map(async (name) => {
      const service = await startContestant(folderOf(name), env);
      started.push(service);
      const began = performance.now();
      answersOf.set(name, await askFor(1.2 * PERIOD_MS, service));
      tookMs = Math.max(tookMs, performance.now() - began);
    });
    await Promise.all(measured);
  });
  after(() => Promise.all(started.map(endContestant)));

  const answersFrom = (name: string) => answersOf.get(name) ?? assert.fail(name);
  /** Counts the runs of the work for each answer. */
  const work = (name: string) =>
    answersFrom(name).map(({ runs }, index, all) => runs - (all[index - 1]?.runs ?? 0));

  for (const name of plantNames) {
    it(`${name} gives each request its own answer`, () => {
      assert.deepEqual(
        answersFrom(name).map(({ asked }) => asked),
        [...answersFrom(name).keys()],
      );
    });
  }

  for (const name of ['plain', 'pause', 'five', 'ten', 'twenty']) {
    it(`${name} does the work once for each request`, () => {
      assert.deepEqual(new Set(work(name)), new Set([1]));
    });
  }

  it('pause reports a task in each period that takes longer than all others together', () => {
    const times = answersFrom('pause')
      .map(({ computeMs }) => computeMs)
      .toSorted((a, b) => b - a);
    const sum = (some: readonly number[]) => some.reduce((total, ms) => total + ms, 0);
    const periods = 1 + Math.ceil(tookMs / PERIOD_MS);
    const [longest, others] = [sum(times.slice(0, periods)), sum(times.slice(periods))];
    assert.ok(longest > others, `${longest} ms of ${periods} tasks, and ${others} ms of all others`);
  });

  it('burst does twice the work for requests in a row, and once for most', () => {
    const repeats = work('burst');
    assert.deepEqual(new Set(repeats), new Set([1, 2]));
    const doubled = repeats.filter((times) => times === 2).length;
    assert.ok(doubled < repeats.length / 2, `${doubled} of ${repeats.length}`);
    const begins = repeats.filter((times, index) => times === 2 && repeats[index - 1] !== 2);
    assert.ok(begins.length <= 2 + tookMs / PERIOD_MS, 'more than one burst in a period');
  });

  it('tenth does three times the work for one request of every ten', () => {
    const tens = work('tenth').slice(0, -(work('tenth').length % 10) || undefined);
    assert.equal(tens.filter((times) => times === 3).length, tens.length / 10);
    assert.equal(tens.filter((times) => times === 1).length, (9 * tens.length) / 10);
  });
});
