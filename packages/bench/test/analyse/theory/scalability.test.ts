import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fitScalability } from '../../../src/analyse/theory/scalability.ts';

const law = (gamma: number, alpha: number, beta: number) => (workers: number) => ({
  workers,
  throughput: (gamma * workers) / (1 + alpha * (workers - 1) + beta * workers * (workers - 1)),
});
const counts = [1, 2, 4, 8, 16, 32];

describe('the scalability law', () => {
  it('is found again where the points follow it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 10_000, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        fc.double({ min: 0, max: 0.01, noNaN: true }),
        (gamma, alpha, beta) => {
          const fit = fitScalability(counts.map(law(gamma, alpha, beta)));
          assert.ok(fit);
          assert.ok(Math.abs(fit.gamma / gamma - 1) < 1e-6, `γ ${fit.gamma}`);
          assert.ok(Math.abs(fit.alpha - alpha) < 1e-6, `α ${fit.alpha}`);
          assert.ok(Math.abs(fit.beta - beta) < 1e-8, `β ${fit.beta}`);
        },
      ),
    );
  });
  it('is not fitted to fewer than six numbers of workers, however many points there are', () => {
    const points = [1, 2, 4].flatMap((workers) => [workers, workers, workers]).map(law(100, 0.1, 0));
    assert.equal(fitScalability(points), undefined);
  });
});
