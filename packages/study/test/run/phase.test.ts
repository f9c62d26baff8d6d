import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { seededRandom } from '@cpu-bound/stats/random';
import { plan } from '../../src/plan/plan.ts';
import { inPhase } from '../../src/run/window.ts';
import { config } from '../fixtures/config.ts';

/** The begin and the end of each window of a question at a low rate, in seconds since its load began. */
function windowsOf(question: string, seed: string): [number, number][] {
  const given = config({ seed });
  const asked = questions.filter(({ id }) => id === question);
  return plan(given, asked).flatMap((trial) =>
    trial.blocks
      .filter(({ window }) => window.questions.includes(question))
      .flatMap(({ id: block, window, order }) =>
        order.map((name): [number, number] => {
          const subject = { name, contestant: name, twin: false };
          const { leadInSeconds } = inPhase({ trial, block, subject, window } as never, given).window;
          return [leadInSeconds, leadInSeconds + window.seconds];
        }),
      ),
  );
}

/** The share of windows that contain the begin of a pause, over many runs. */
function shareWith(question: string, pauses: (random: () => number) => (second: number) => boolean): number {
  const random = seededRandom('pauses');
  const seen = Array.from({ length: 10 }, (_, seed) => windowsOf(question, `${seed}`))
    .flat()
    .map(([from, to]) => {
      const begins = pauses(() => random.next());
      return Array.from({ length: 500 }, (_, step) => step * STEP).some(
        (second) => second >= from && second < to && begins(second),
      );
    });
  return seen.filter(Boolean).length / seen.length;
}

const STEP = 0.02;
const each = (period: number, from: number) => (second: number) =>
  (second - from + 20 * period) % period < STEP;

/** The causes of a pause: the first request after an idle time begins it, or a clock, or each n-th request at 40/s. */
const CAUSES: Record<string, (period: number) => (random: () => number) => (second: number) => boolean> = {
  'the first request after some time': (period) => () => each(period, 0),
  'a clock': (period) => (random) => each(period, random() * period),
  'each n-th request': (period) => (random) => each(period * (0.9 + 0.2 * random()), random() * period),
};

describe('a pause that a service makes by itself', () => {
  for (const question of ['latency', 'within'])
    for (const [cause, pauses] of Object.entries(CAUSES)) {
      it(`falls into most windows of ${question} if ${cause} begins it each 3 s or 5 s`, () => {
        for (const period of [3, 5]) {
          const share = shareWith(question, pauses(period));
          assert.ok(share > 0.65, `${period} s: ${share}`);
        }
      });

      it(`falls into no larger share of windows of ${question} than it should if ${cause} begins it each 9 s`, () =>
        assert.ok(shareWith(question, pauses(9)) < 4 / 9 + 0.1));
    }

  it('meets each contestant at another time in each round, and at the same in a repeated run', () => {
    const windows = windowsOf('latency', 'seed');
    assert.equal(new Set(windows.map(([from]) => from)).size, windows.length);
    assert.deepEqual(windowsOf('latency', 'seed'), windows);
  });
});
