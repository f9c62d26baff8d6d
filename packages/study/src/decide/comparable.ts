import type { Comparison, Undecided } from '../model.ts';
import { questionedIn, wrongAnswers } from './warnings.ts';

/**
 * Returns the findings with the comparisons that may be used, for decisions and pages alike: none with a contestant that
 * gave a wrong answer or is questioned. A pair before its first look is not judged; older analyses call it inconclusive.
 */
export function comparable(found: Undecided): Undecided {
  const out = new Set([...wrongAnswers(found), ...questionedIn(found)]);
  // The fields are named, because older analyses have more.
  const judged = ({ contestant, against, metric, condition, ratio, verdict }: Comparison): Comparison => ({
    ...{ metric, condition, contestant, against, ratio },
    verdict: ratio.indicative ? 'not-judged' : verdict,
  });
  const scenarios = Object.entries(found.scenarios).map(([id, scenario]) => [
    id,
    {
      ...scenario,
      comparisons: scenario.comparisons
        .filter(({ contestant, against }) => !out.has(contestant) && !out.has(against))
        .map(judged),
    },
  ]);
  return { ...found, scenarios: Object.fromEntries(scenarios) };
}
