import type { Comparison, Undecided } from '../model/analysis.ts';
import { familiesOf } from '../model.ts';

/** Returns the run as if only these contestants had taken part. */
export const withOnly = <A extends Undecided>(analysis: A, ids: readonly string[]): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => ids.includes(id)),
});

/**
 * Returns the run with its main contestants alone, if there are several. The question is which strategy to choose, and
 * a peer is compared only within its own family.
 */
export function amongMain<A extends Undecided>(analysis: A): A {
  const { main } = familiesOf(analysis.contestants);
  return main.length < 2
    ? analysis
    : withOnly(
        analysis,
        main.map(({ id }) => id),
      );
}

/**
 * Returns the contestants with wrong answers, each once. Their figures are not compared, because they did not do the
 * work.
 */
export const wrongAnswers = ({ validity }: Pick<Undecided, 'validity'>): string[] => [
  ...new Set(
    validity.failed.filter(({ reason }) => reason === 'wrong-answer').map(({ contestant }) => contestant),
  ),
];

/** Tells whether another program harmed a contestant, which did not fail by itself. */
export function wasHarmed({ validity }: Pick<Undecided, 'validity'>, id: string): boolean {
  const reasons = validity.failed.flatMap(({ contestant, reason }) => (contestant === id ? [reason] : []));
  return reasons.includes('harmed') && reasons.every((reason) => reason === 'harmed' || reason === 'retired');
}

/**
 * Returns the contestants whose figures are in doubt, each once. Their figures are shown, and compared with no other in
 * any need: who refuses every second request uses less memory, too.
 */
export function questionedIn({ validity, run }: Undecided): string[] {
  // A comparison of two checkouts shows what changed, and recommends none: what makes a checkout doubtful is a change.
  return run.against ? [] : [...new Set(validity.doubts.map(({ contestant }) => contestant))];
}

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
  const scenarios = Object.entries(found.scenarios).map(([id, findings]) => [
    id,
    {
      ...findings,
      comparisons: findings.comparisons
        .filter(({ contestant, against }) => !out.has(contestant) && !out.has(against))
        .map(judged),
    },
  ]);
  return { ...found, scenarios: Object.fromEntries(scenarios) };
}
