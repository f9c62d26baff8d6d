import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { atLook } from '@cpu-bound/study/decide/need';
import type { Analysis, Interval, Metric } from '@cpu-bound/study/model';
import { questions } from '../src/questions.ts';
import { decided } from './fixtures/analysis.ts';
import { everyQuestion } from './fixtures/every-question.ts';

/** The lowest and highest values of its windows. A latency may be lower by the values from the send times. */
function observed({ windows }: Metric): { low: number; high: number } {
  const { each } = windows ?? assert.fail('a percentile has its windows');
  return {
    low: Math.min(...each.map(({ fromSent }) => fromSent)),
    high: Math.max(...each.map(({ fromDue }) => fromDue)),
  };
}

function assertWithin(name: string, { low, estimate, high }: Interval, metric: Metric, factor = 1): void {
  const range = observed(metric);
  assert.ok(
    range.low * factor <= low && low <= estimate && estimate <= high && high <= range.high * factor,
    `${name}: ${low} ≤ ${estimate} ≤ ${high}, windows from ${range.low} to ${range.high}`,
  );
}

const isPercentile = ({ metric }: Metric) => /^(latency|hello)-p/.test(metric);

for (const rounds of [2, 20]) {
  describe(`intervals in a report of ${rounds} rounds`, () => {
    let analysis: Analysis;
    let percentiles: readonly (readonly [question: string, Metric])[];
    before(() => {
      analysis = decided(analyse(everyQuestion(rounds), questions));
      percentiles = Object.entries(analysis.scenarios).flatMap(([question, { metrics }]) =>
        metrics.filter(isPercentile).map((metric) => [question, metric] as const),
      );
    });

    it('have no figure and no bound of a percentile outside its windows, in any question', () => {
      const questions = new Set(percentiles.map(([question]) => question));
      for (const id of ['latency', 'responsiveness', 'mixed-sizes', 'connections', 'cpus'])
        assert.ok(questions.has(id), id);
      for (const [question, metric] of percentiles)
        assertWithin(`${question}, ${metric.contestant}, ${metric.metric}`, metric, metric);
    });

    it('are not widened beyond their windows by a look’s correction', () => {
      for (const [question, metric] of percentiles)
        assertWithin(`${question}, ${metric.contestant}`, atLook(metric) ?? metric, metric);
    });

    it('include the figures of the needs, except of a rate, which is read between windows', () => {
      const values = analysis.decision.needs.flatMap(({ measured, question }) =>
        measured?.windowSeconds === undefined || question === 'within'
          ? []
          : [{ cells: measured.cells, question }],
      );
      assert.ok(values.length > 0);
      for (const { cells, question } of values)
        for (const [contestant, cell] of Object.entries(cells)) {
          const value = cell.kind === 'number' ? cell.value : assert.fail(contestant);
          const from = percentiles.find(
            ([id, metric]) =>
              id === question && metric.contestant === contestant && metric.estimate === value.estimate,
          );
          assertWithin(`${question}, ${contestant}`, value, from?.[1] ?? assert.fail(contestant));
        }
    });
  });
}
