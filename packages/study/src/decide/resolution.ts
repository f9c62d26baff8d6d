import { type BlockValues, runLike, smallestFound, tablesOf } from '@cpu-bound/stats/detection';
import { mean, quantile } from '@cpu-bound/stats/moments';
import { pairsAmong } from '@cpu-bound/stats/verdict';
import { findMetric } from '../analyse/look-up.ts';
import type { Comparison, Metric, Resolution, ScenarioAnalysis } from '../model.ts';

/** A decision is made often, and “half” and “19 of 20” need no more. */
const SIMULATED = 100;

/**
 * Returns the ratios that runs like this one find, by the simulation of the self-check: from the scatter of all compared
 * contestants, in this run's rounds and blocks. It promises nothing to a run on a machine that scatters otherwise.
 *
 * @param pairs the pairs of one metric under one condition
 * @returns undefined before a look, or if the rounds of the contestants have nothing in common
 */
export function resolutionOf(
  [pair]: readonly Comparison[],
  contestants: readonly string[],
  { metrics }: ScenarioAnalysis,
): Resolution | undefined {
  if (!pair || contestants.length < 2) return undefined;
  const arms = contestants.flatMap((id) => findMetric(metrics, id, pair.metric, pair.condition) ?? []);
  const run = runLike([tablesOf(arms.map(valuesOf))]);
  const family = pairsAmong(contestants.length);
  const found = run ? smallestFound(run, { family, seed: 'resolution', simulated: SIMULATED }) : [];
  return found.length === 0 ? undefined : { byHalf: quantile(found, 0.5), by19of20: quantile(found, 0.95) };
}

/** Returns the values of a metric by round and block. A percentile has one value a round, as in its ratios. */
function valuesOf({ blocks, windows }: Metric): BlockValues {
  const rounds = Map.groupBy(windows?.each ?? [], ({ round }) => `${round}`);
  return (
    blocks ??
    Object.fromEntries(
      [...rounds].map(([round, each]) => [
        round,
        { all: Math.exp(mean(each.map(({ fromDue }) => Math.log(fromDue)))) },
      ]),
    )
  );
}
