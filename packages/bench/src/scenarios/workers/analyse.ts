import { type Measure, measureAll, metricOver, settingOf, throughput } from '../../analyse/measures.ts';
import { byRound, conditionsOf, type Observation, observations } from '../../analyse/observations.ts';
import { fitScalability } from '../../analyse/theory/scalability.ts';
import type { Metric, Run, ScenarioAnalysis } from '../../model.ts';

/** Throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyseWorkers(run: Run): ScenarioAnalysis {
  const found = observations(run, 'workers');
  const one = conditionsOf(found).find(({ workers }) => workers === 1);
  const single = new Map(
    run.manifest.contestants.map(({ id }) => [
      id,
      one ? byRound(found, { contestant: id, condition: one }, throughput.of) : new Map<number, number>(),
    ]),
  );
  const speedUp: Measure = {
    metric: 'speed-up',
    unit: '× one worker',
    of: (window, cell) => {
      const [rate, base] = [throughput.of(window, cell), single.get(cell.contestant)?.get(cell.round)];
      return rate && base ? rate / base : undefined;
    },
  };
  return {
    metrics: [
      ...measureAll(run, found, [throughput, speedUp]),
      ...run.manifest.contestants.flatMap(({ id }) => law(found, id)),
    ],
    comparisons: [],
    setting: settingOf(found),
  };
}

/** The scalability law of each round by itself, where there are enough numbers of workers; its parameters over the rounds. */
function law(found: readonly Observation[], contestant: string): Metric[] {
  const own = found.filter(({ cell }) => cell.contestant === contestant);
  const fits = [...Map.groupBy(own, ({ cell }) => cell.round)].flatMap(([round, observed]) => {
    const points = observed.flatMap(({ cell, window }) => {
      const rate = throughput.of(window, cell);
      return rate ? [{ workers: Number(window.condition.workers), throughput: rate }] : [];
    });
    const fit = fitScalability(points);
    return fit ? [{ round, ...fit }] : [];
  });
  return (['gamma', 'alpha', 'beta'] as const).flatMap((parameter) =>
    metricOver(
      { contestant, metric: `usl-${parameter}`, unit: parameter === 'gamma' ? 'req/s' : '', condition: {} },
      new Map(fits.map((fit) => [fit.round, fit[parameter]])),
    ),
  );
}
