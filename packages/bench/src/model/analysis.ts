import type { Interval } from '../stats/interval.ts';
import type { Accounting } from './open-loop.ts';
import type { Condition, Seconds } from './plan.ts';
import type { ContestantFacts, Environment, Manifest } from './run.ts';

export type Metric = Interval & {
  readonly contestant: string;
  readonly metric: string;
  readonly unit: string;
  readonly condition: Condition;
  /** The value of each round, for the charts that show rounds. */
  readonly rounds?: readonly number[];
};

export type Verdict = 'faster' | 'slower' | 'equivalent' | 'negligible' | 'inconclusive' | 'indicative';

export type Comparison = {
  readonly contestant: string;
  readonly baseline: string;
  readonly metric: string;
  readonly condition: Condition;
  readonly ratio: Interval;
  /** Adjusted for the number of comparisons (Holm). */
  readonly p: number;
  readonly verdict: Verdict;
  /** The smallest ratio − 1 that these rounds would find with 95 % power. */
  readonly mde?: number;
  readonly roundsNeeded?: number;
};

/** A latency distribution, up to where the samples carry it. */
export type Curve = {
  readonly contestant: string;
  readonly condition: Condition;
  readonly points: readonly (Interval & { readonly p: number })[];
};

export type ScenarioAnalysis = {
  readonly metrics: readonly Metric[];
  readonly comparisons: readonly Comparison[];
  readonly curves?: readonly Curve[];
  /** How it was measured: connections, seconds, rounds. */
  readonly setting: Readonly<Record<string, string | number>>;
};

export type Analysis = {
  readonly schemaVersion: 1;
  readonly run: Pick<
    Manifest,
    'id' | 'seed' | 'profile' | 'startedAt' | 'command' | 'baseline' | 'workload' | 'workers'
  > & {
    readonly durationS: Seconds;
    readonly trials: number;
    readonly interrupted: boolean;
  };
  readonly environment: Environment;
  readonly contestants: readonly ContestantFacts[];
  readonly variants?: readonly ContestantFacts[];
  readonly leftOut?: NonNullable<Manifest['leftOut']>;
  readonly scenarios: Readonly<Record<string, ScenarioAnalysis>>;
  readonly validity: {
    readonly sentinel?: { readonly ratio: Interval; readonly ok: boolean };
    readonly gates: readonly { readonly id: string; readonly ok: boolean; readonly detail: string }[];
    readonly failed: readonly {
      readonly trial: string;
      readonly contestant: string;
      readonly reason: string;
      readonly message: string;
      readonly log: readonly string[];
    }[];
    readonly void: readonly {
      readonly trial: string;
      readonly contestant: string;
      readonly reason: string;
    }[];
    readonly missing: Manifest['missing'];
    readonly accounting: readonly (Accounting & { readonly contestant: string })[];
    readonly warnings: readonly { readonly id: string; readonly message: string; readonly remedy: string }[];
  };
};
