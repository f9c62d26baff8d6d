import type { Accounting, Environment, Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { PairComparison } from '@cpu-bound/stats/compare-pairs';
import type { Interval } from '@cpu-bound/stats/interval';
import type { Condition } from './condition.ts';
import type { Decision, Flip, Group } from './decision.ts';
import type { MetricId } from './metrics.ts';
import type { ContestantFacts, Manifest, StudyPart } from './run.ts';

/** A window's own percentile, from when its requests were due, and from when they left. */
export type WindowValue = {
  readonly round: number;
  readonly fromDue: Milliseconds;
  readonly fromSent: Milliseconds;
};

export type Metric = Interval & {
  readonly contestant: string;
  readonly metric: MetricId;
  readonly unit: string;
  readonly condition: Condition;
  /** The value of each round, for the charts that show rounds. */
  readonly rounds?: readonly number[];
  /** The equally long windows of which a percentile is the median; n counts them then. */
  readonly windows?: { readonly seconds: Seconds; readonly each: readonly WindowValue[] };
  /** It is longer than what was watched: the bound that is as high as the highest is a lower bound, in the metric's unit. */
  readonly censored?: true;
};

export type { Verdict } from '@cpu-bound/stats/verdict';

/** One pair on one metric; its interval is simultaneous over all pairs under this condition: see docs/adr/0011. */
export type Comparison = PairComparison & { readonly metric: MetricId; readonly condition: Condition };

/** The part that all analyses share; each scenario adds what its own section needs. */
export type ScenarioAnalysis = {
  readonly metrics: readonly Metric[];
  /** All pairs. */
  readonly comparisons: readonly Comparison[];
};

/** The twin ÷ the baseline under the condition that was measured most often. */
export type SentinelCheck = {
  readonly metric: MetricId;
  readonly condition: Condition;
  readonly ratio: Interval;
  /** Its interval lies within the margin; an equivalence test. */
  readonly ok: boolean;
  /** Its interval lies on one side of 1, beyond what chance explains. */
  readonly differs: boolean;
};

/** The quality of the machine for measuring, over the run. */
export type MachineQuality = {
  /** Standard deviation of ln(wall time) of the kernel on all cores, over the blocks. */
  readonly unsteadiness: number;
  /** p99 of how late requests left, over the open-loop windows. */
  readonly lagP99Ms?: Milliseconds;
  /** Mean share of the CPU time that the hypervisor gave to others, over the windows. */
  readonly steal?: number;
  /** The most of the machine's CPU time that the load generator took in a window of the headline. */
  readonly generatorShare?: number;
  /** Mean share of the CPU time that programs other than the study's used, of the rounds. */
  readonly foreign?: {
    readonly first: number;
    readonly worst: number;
    readonly last: number;
    readonly typical: number;
  };
};

/**
 * A reason to question the figures of a contestant, or what they are worth:
 *
 * - `unanswered`: more than one in a hundred requests had no right answer under a load that it should bear
 * - `uneven`: it answered far less in many windows than in its typical one, which the others did not
 * - `too-little-cpu`: its answers take more CPU time than its processes used
 * - `too-many-answers`: more answers per second than its workers can compute
 * - `too-fast`: it answered in less time than a task takes
 * - `answered-twice`: more answers than requests
 * - `own-times`: the time that it reports for a task is longer than its requests took
 */
export type DoubtKind =
  | 'unanswered'
  | 'uneven'
  | 'too-little-cpu'
  | 'too-many-answers'
  | 'too-fast'
  | 'answered-twice'
  | 'own-times';

export type Doubt = {
  readonly contestant: string;
  readonly kind: DoubtKind;
  /** The finding with both numbers, and the likely reason. */
  readonly message: string;
  /** The needs in which it is not recommended; absent: in none of them. */
  readonly groups?: readonly Group[];
};

export type Validity = {
  readonly sentinels: readonly SentinelCheck[];
  readonly machine?: MachineQuality;
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
    readonly beyond: boolean;
  }[];
  readonly missing: Manifest['missing'];
  /** Trials that the time did not allow. */
  readonly notRun: readonly string[];
  readonly accounting: readonly (Accounting & { readonly contestant: string })[];
  readonly doubts: readonly Doubt[];
  readonly warnings: readonly {
    readonly id: string;
    readonly message: string;
    readonly remedy: string;
    /** Nothing went wrong: it is what the function itself does to the figures. */
    readonly about?: 'function';
  }[];
};

/** The findings, before anything is decided by them. */
export type Undecided = {
  readonly schemaVersion: 7;
  readonly run: Pick<
    Manifest,
    | 'id'
    | 'folder'
    | 'seed'
    | 'profile'
    | 'startedAt'
    | 'command'
    | 'baseline'
    | 'workload'
    | 'workers'
    | 'sideBySide'
    | 'against'
  > & {
    /** The variables that `--env` gave to the contestants; absent where it named none. */
    readonly env?: Readonly<Record<string, string>>;
    /** Absent in an analysis of before it was kept. */
    readonly sources?: string;
    readonly durationS: Seconds;
    /** The duration that the profile promised. */
    readonly promisedS?: Seconds;
    /** The time that showing figures took between windows. */
    readonly shownS?: Seconds;
    readonly trials: number;
    readonly interrupted: boolean;
    /** The runs of the study, in order; absent in an analysis of before there were studies. */
    readonly parts?: readonly StudyPart[];
  };
  readonly environment: Environment;
  readonly contestants: readonly ContestantFacts[];
  readonly variants?: readonly ContestantFacts[];
  readonly leftOut?: NonNullable<Manifest['leftOut']>;
  readonly scenarios: Readonly<Record<string, ScenarioAnalysis>>;
  readonly validity: Validity;
};

/** The content of `analysis.json`: what was found, and the decision that follows from it. */
export type Analysis = Undecided & {
  /** Among the main contestants, by every need that there is. */
  readonly decision: Decision;
  /** Each main contestant with its peers, by its id, in the needs that were measured; empty where no peer took part. */
  readonly families: Readonly<Record<string, Decision>>;
  /** Facts about the work or the machine that would change the answer. */
  readonly flips: readonly Flip[];
};
