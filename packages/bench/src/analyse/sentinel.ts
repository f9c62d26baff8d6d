import type { Condition, Run } from '../model.ts';
import { excludes } from '../stats/interval.ts';
import { pairedRatio } from '../stats/paired-ratio.ts';
import { byRound, conditionsOf, observations, paired } from './observations.ts';

/**
 * The baseline ÷ its twin, the same program under a second name, over the rounds: 1 where the bench is sound.
 * The noise floor of the run, under the condition that was measured most often: the headline's.
 *
 * @returns undefined where no round has both
 */
export function sentinelRatio(run: Run): { ratio: ReturnType<typeof pairedRatio>; ok: boolean } | undefined {
  const { baseline, scenarios } = run.manifest;
  const scenario = scenarios.find((id) => observations(run, id).some(({ cell }) => cell.twin));
  if (scenario === undefined) return undefined;
  const found = observations(run, scenario);
  const rate = (twin: boolean, condition: Condition) =>
    byRound(
      found,
      { contestant: baseline, twin, condition },
      ({ load }) => load && load.answers / load.seconds,
    );
  const pairs = conditionsOf(found).map((condition) => paired(rate(true, condition), rate(false, condition)));
  const [most] = pairs.sort((one, other) => other.a.length - one.a.length);
  if (!most || most.a.length === 0) return undefined;
  const ratio = pairedRatio(most.a, most.b);
  return { ratio, ok: ratio.indicative || !excludes(ratio, 1) };
}
