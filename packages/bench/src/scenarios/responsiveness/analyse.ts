import { conditionsOf, type Observation, observations } from '../../analyse/observations.ts';
import type { Condition, Metric, Run, ScenarioAnalysis } from '../../model.ts';
import { sameCondition } from '../../plan/condition.ts';
import { quantileAcrossRounds } from '../../stats/bootstrap.ts';

/** Percentiles that may be asked for; each is printed only where enough samples lie beyond it. */
const percentiles = [
  { id: 'p50', p: 0.5 },
  { id: 'p90', p: 0.9 },
  { id: 'p99', p: 0.99 },
];

/** The latency of `/hello`, from the intended time, beside the load and without it. */
export function analyseResponsiveness(run: Run): ScenarioAnalysis {
  const found = observations(run, 'responsiveness');
  const loaded = found.find(({ window }) => window.load);
  return {
    metrics: conditionsOf(found).flatMap((condition) =>
      run.manifest.contestants.flatMap(({ id }) => helloMetrics(run, found, id, condition)),
    ),
    comparisons: [],
    setting: {
      connections: loaded?.window.condition.connections ?? 0,
      seconds: loaded?.window.load?.seconds ?? 0,
      perSecond: found[0]?.window.probe?.perSecond ?? 0,
      rounds: new Set(found.map(({ cell }) => cell.round)).size,
    },
  };
}

function helloMetrics(
  run: Run,
  found: readonly Observation[],
  contestant: string,
  condition: Condition,
): Metric[] {
  const rounds = found
    .filter(
      ({ cell, window }) => cell.contestant === contestant && sameCondition(window.condition, condition),
    )
    .flatMap(({ window }) => (window.probe ? [run.samples(window.probe.samples)] : []))
    .filter((samples) => samples.length > 0);
  if (rounds.length === 0) return [];
  return percentiles.flatMap(({ id, p }): Metric[] => {
    const interval = quantileAcrossRounds(rounds, p, { seed: `${run.manifest.seed}/${contestant}/${id}` });
    return interval ? [{ contestant, metric: `hello-${id}`, unit: 'ms', condition, ...interval }] : [];
  });
}
