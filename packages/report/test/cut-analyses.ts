import { questions } from '@cpu-bound/questions/questions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { verdictOf } from '@cpu-bound/stats/verdict';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { decide } from '@cpu-bound/study/decide/decision';
import {
  type Analysis,
  type Comparison,
  kindOf,
  type ScenarioAnalysis,
  type Undecided,
} from '@cpu-bound/study/model';
import fc from 'fast-check';

/**
 * Analyses of one made-up run, cut in every way: with fewer rounds, without a contestant, with the figures of two
 * swapped, with wider intervals, with one whose figures are questioned. Each is decided anew.
 */

const ASKED =
  'capacity,latency,responsiveness,isolation,faults,overload,restart,cost,task-size,workers'.split(',');
/** Too few for anything, enough for counts, the last round before a look, a look, and rounds beyond it. */
const ROUNDS = [1, 5, 9, 10, 14] as const;
export const IDS = ['single', 'cluster', 'queue'] as const;

const found = new Map(
  ROUNDS.map((rounds) => [rounds, analyse(everyQuestion(rounds, undefined, ASKED), questions)]),
);

/** A run and the ways in which it is cut. */
export type Cut = {
  readonly rounds: (typeof ROUNDS)[number];
  readonly without?: string | undefined;
  readonly swapped: boolean;
  /** The factor by which each interval is wider, on both sides. */
  readonly wider: number;
  readonly questioned?: string | undefined;
};

export const cuts: fc.Arbitrary<Cut> = fc.record({
  rounds: fc.constantFrom(...ROUNDS),
  without: fc.option(fc.constantFrom(...IDS), { nil: undefined }),
  swapped: fc.boolean(),
  wider: fc.constantFrom(1, 1, 1.5, 5),
  questioned: fc.option(fc.constantFrom(...IDS), { nil: undefined }),
});

/** Decides by a run as it is cut. */
export function cutAnalysis({ rounds, without, swapped, wider, questioned }: Cut): Analysis {
  const all = found.get(rounds) as Undecided;
  const change = (scenario: ScenarioAnalysis) =>
    widened(swapped ? withSwapped(scenario, ['single', 'cluster']) : scenario, wider);
  return decide(
    {
      ...all,
      contestants: all.contestants.filter(({ id }) => id !== without),
      scenarios: Object.fromEntries(
        Object.entries(all.scenarios).map(([id, scenario]) => [id, change(scenario)]),
      ),
      validity: {
        ...all.validity,
        doubts:
          questioned === undefined
            ? []
            : [{ contestant: questioned, kind: 'unanswered', message: 'half of its requests had no answer' }],
      },
    },
    questions,
  );
}

/** Gives two contestants the figures of each other. */
function withSwapped(scenario: ScenarioAnalysis, [one, other]: readonly [string, string]): ScenarioAnalysis {
  const names: Readonly<Record<string, string>> = { [one]: other, [other]: one };
  const nameOf = (id: string) => names[id] ?? id;
  return {
    ...scenario,
    metrics: scenario.metrics.map((metric) => ({ ...metric, contestant: nameOf(metric.contestant) })),
    comparisons: scenario.comparisons.map((pair) => ({
      ...pair,
      contestant: nameOf(pair.contestant),
      against: nameOf(pair.against),
    })),
  };
}

/** Widens the intervals of figures and ratios, and judges the ratios by them. */
const widened = (scenario: ScenarioAnalysis, factor: number): ScenarioAnalysis => ({
  ...scenario,
  metrics: scenario.metrics.map((metric) => ({
    ...metric,
    low: metric.low / factor,
    high: metric.high * factor,
  })),
  comparisons: scenario.comparisons.map((pair): Comparison => {
    const ratio = { ...pair.ratio, low: pair.ratio.low / factor, high: pair.ratio.high * factor };
    const { margin = 0.05, better = 'higher' } = kindOf(pair.metric);
    return { ...pair, ratio, verdict: verdictOf(ratio, { margin, higherIsBetter: better === 'higher' }) };
  }),
});
