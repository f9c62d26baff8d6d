import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Analysis } from '@cpu-bound/study/model';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { decided } from '@cpu-bound/study/test/analysis';
import { everyQuestion } from '@cpu-bound/study/test/every-question';
import { between } from '../../src/between-marks.ts';
import { renderScaling } from '../../src/scaling/page.ts';
import { assertGolden } from '../golden.ts';

/** As it is of a run with Redis, whose part of a request was half a millisecond. */
function withRedis(found: Analysis): Analysis {
  const cost = found.scenarios.cost ?? assert.fail();
  const ofQueue = cost.metrics.find(
    ({ contestant, metric }) => contestant === 'queue' && metric === 'cpu-ms-per-request',
  );
  const redis = { metric: 'redis-cpu-ms-per-request', estimate: 0.5, low: 0.4, high: 0.6 } as const;
  return {
    ...found,
    contestants: found.contestants.map((one) => (one.id === 'queue' ? { ...one, needs: ['redis'] } : one)),
    scenarios: {
      ...found.scenarios,
      cost: { ...cost, metrics: [...cost.metrics, { ...(ofQueue ?? assert.fail()), ...redis }] },
    },
  };
}
const analysis = withRedis(decided(analyse(everyQuestion(8), scenarios)));
const page = renderScaling(analysis) ?? assert.fail();

describe('what a run says of more machines', () => {
  it('is this page', () => assertGolden('scaling.md', page));

  it('has a Redis core filled by 2,000 requests a second where each takes it half a millisecond', () => {
    assert.match(page, /\| queue \| +0\.50 \[0\.40, 0\.60\] \| +2,000 \[1,700, 2,500\]/);
  });

  it('has as many workers as make that core 70 % busy, each as fast as those of the run', () => {
    const perWorker =
      (analysis.scenarios.capacity?.metrics.find(
        ({ contestant, metric }) => contestant === 'queue' && metric === 'throughput',
      )?.estimate ?? Number.NaN) / 2;
    assert.match(page, new RegExp(`\\| queue .*\\| +${((0.7 * 2_000) / perWorker).toPrecision(2)} \\[`));
  });

  it('has core-hours that are the CPU milliseconds of a request ÷ 3.6, in two digits', () => {
    const { estimate = 0 } =
      analysis.scenarios.cost?.metrics.find(
        ({ contestant, metric }) => contestant === 'single' && metric === 'cpu-ms-per-request',
      ) ?? {};
    const [, cell] = /core-hours of CPU[\s\S]*?\| single +\| +([\d.]+)/.exec(page) ?? [];
    assert.equal(cell, (estimate / 3.6).toPrecision(2));
  });

  it('is nothing where no CPU time was measured', () =>
    assert.equal(renderScaling({ ...analysis, scenarios: {} }), undefined));

  it('stands between the marks of a page, whose own text is kept', () => {
    const text =
      'before\n<!-- generated from a run: begin -->\nold\n<!-- generated from a run: end -->\nafter\n';
    const written = between(text, 'new') ?? '';
    assert.match(written, /^before\n[\s\S]*\nnew\n[\s\S]*\nafter\n$/);
    assert.ok(!written.includes('old'));
    assert.equal(between(written, 'new'), written);
    assert.equal(between('no marks', 'new'), undefined);
  });
});
