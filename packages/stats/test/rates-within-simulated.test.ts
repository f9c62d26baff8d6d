import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOOKS } from '../src/looks.ts';
import { compareRatesWithin, ratesWithin } from '../src/rate-within.ts';
import { STRATEGIES, type Strategy, type Study, staircase, trueRate } from './simulated-staircases.ts';

/** `SOAK=1` simulates the thousand studies of docs/adr/0055; otherwise it is few, with wide bounds. */
const isSoak = process.env.SOAK !== undefined;
const [studies, windows] = isSoak ? [1000, 400] : [20, 40];
const names = Object.keys(STRATEGIES) as Strategy[];

describe('rates within a p99, of simulated services on a machine whose speed wanders', () => {
  const study: Study = { weather: 'wandering', seconds: 4, rounds: 10, twice: 0 };
  const arms = Array.from({ length: studies }, (_, index) => [
    ...names.map((name) => staircase(name, study, `acceptance/${index}`)),
    staircase('threads', study, `acceptance/${index}`, 'twin'),
  ]);

  it('have intervals that contain the true rate', () => {
    const truths = names.map((name) => [name, trueRate(name, study, windows)] as const);
    for (const [name, truth] of truths) {
      const covered = arms.filter((own) => {
        const found = ratesWithin(own).get(name);
        return found && found.low <= truth && truth <= found.high;
      });
      assert.ok(
        covered.length >= (isSoak ? 0.93 : 0.7) * studies,
        `${name}: ${covered.length} of ${studies}`,
      );
    }
  });

  it('seldom tell twins apart', () => {
    const told = arms.filter((own) =>
      compareRatesWithin(own, { margin: 0.05, looks: LOOKS }).some(
        ({ contestant, against, verdict }) =>
          contestant === 'twin' && against === 'threads' && (verdict === 'better' || verdict === 'worse'),
      ),
    );
    assert.ok(told.length <= (isSoak ? 0.06 : 0.2) * studies, `${told.length} of ${studies}`);
  });
});
