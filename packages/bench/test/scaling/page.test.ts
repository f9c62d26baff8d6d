import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Analysis } from '../../src/model.ts';
import { between } from '../../src/report/between-marks.ts';
import { renderScaling } from '../../src/scaling/page.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { sizedBy } from '../../src/size/measured.ts';
import { everyQuestion } from '../fixtures/every-question.ts';
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
const analysis = withRedis(analyse(everyQuestion(8), scenarios));
const page = renderScaling(analysis, sizedBy(analysis));

describe('what a run says of more workers', () => {
  it('is this page', () => assertGolden('scaling.md', page));

  it('has a Redis core filled by 2,000 requests a second where each takes it half a millisecond', () => {
    assert.match(page, /\| queue \| +0\.500 \[0\.400, 0\.600\] \| +2,000 \[1,667, 2,500\]/);
  });

  it('has core-hours that are the CPU milliseconds of a request ÷ 3.6', () => {
    const { estimate = 0 } =
      analysis.scenarios.cost?.metrics.find(
        ({ contestant, metric }) => contestant === 'single' && metric === 'cpu-ms-per-request',
      ) ?? {};
    const [, cell = ''] = /core-hours of CPU[\s\S]*?\| single +\| +([\d.]+)/.exec(page) ?? [];
    assert.ok(Math.abs(Number(cell) - estimate / 3.6) < 0.01, `${cell} ${estimate}`);
  });

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
