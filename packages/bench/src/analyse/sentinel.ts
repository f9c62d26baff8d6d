import type { Run } from '../model.ts';
import { excludes } from '../stats/interval.ts';
import { pairedRatio } from '../stats/paired-ratio.ts';
import { byRound, conditionsOf, observations, paired } from './observations.ts';

/**
 * The baseline ÷ its twin, the same program under a second name, over the rounds: 1 where the bench is sound.
 * The noise floor of the run. Where the twin ran under several inputs, each round gives their geometric mean.
 *
 * @returns undefined where no round has both
 */
export function sentinelRatio(run: Run): { ratio: ReturnType<typeof pairedRatio>; ok: boolean } | undefined {
  const { baseline, scenarios } = run.manifest;
  const scenario = scenarios.find((id) => observations(run, id).some(({ cell }) => cell.twin));
  if (scenario === undefined) return undefined;
  const found = observations(run, scenario);
  const perCondition = conditionsOf(found).map((condition) => {
    const rate = (twin: boolean) =>
      byRound(
        found,
        { contestant: baseline, twin, condition },
        ({ load }) => load && load.answers / load.seconds,
      );
    return paired(rate(true), rate(false));
  });
  const rounds = Math.min(...perCondition.map(({ a }) => a.length));
  if (rounds === 0) return undefined;
  const mean = (side: 'a' | 'b') =>
    Array.from({ length: rounds }, (_, round) =>
      Math.exp(
        perCondition.reduce((sum, pair) => sum + Math.log(pair[side][round] ?? 1), 0) / perCondition.length,
      ),
    );
  const ratio = pairedRatio(mean('a'), mean('b'));
  return { ratio, ok: ratio.indicative || !excludes(ratio, 1) };
}
