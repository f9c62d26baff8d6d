import type { Accounting, Environment, Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { PairComparison } from '@cpu-bound/stats/compare-pairs';
import type { Interval } from '@cpu-bound/stats/verdict';
import type { Decision, Flip } from './decision.ts';
import type { MetricId } from './metrics.ts';
import type { Condition } from './plan.ts';
import type { ContestantFacts, Manifest, StudyPart } from './run.ts';

/** A window's own percentile, from the due times of its requests, and from their send times. */
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
  /** The value of each round, for charts of the rounds. */
  readonly rounds?: readonly number[];
  /** The values of a compared metric, by round and by block: the ratio of a pair is that of the same blocks. */
  readonly blocks?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The windows of equal length whose median the percentile is; `n` then counts windows. */
  readonly windows?: { readonly seconds: Seconds; readonly each: readonly WindowValue[] };
  /**
   * The value exceeds what was watched: the bound that equals the highest value is a lower bound, in the metric's unit.
   */
  readonly censored?: true;
};

export type { Verdict } from '@cpu-bound/stats/verdict';

/** A pair on one metric. Its interval is simultaneous over all pairs under this condition (docs/adr/0011). */
export type Comparison = PairComparison & { readonly metric: MetricId; readonly condition: Condition };

/** The part that all analyses share; each question adds the data of its own section. */
export type ScenarioAnalysis = {
  readonly metrics: readonly Metric[];
  /** All pairs. */
  readonly comparisons: readonly Comparison[];
  /** The windows of a search for the largest rate within a target: they answer other targets, too. */
  readonly search?: RateSearch;
};

/** A window of a search for the largest rate within a target. */
export type SearchWindow = {
  readonly contestant: string;
  readonly round: number;
  /** Offered requests per second. */
  readonly perSecond: number;
  readonly sent: number;
  /** The latencies of the slowest requests, descending: as many as can matter for any target. */
  readonly slowest: readonly Milliseconds[];
};

/** The target, the rates and the windows of a search. */
export type RateSearch = {
  readonly targetMs: Milliseconds;
  readonly condition: Condition;
  readonly seconds: Seconds;
  readonly windows: readonly SearchWindow[];
  /** The mean share of the CPU time that programs other than the study's used; absent if it is unknown. */
  readonly foreign?: number;
};

/** The comparison of the twin with the baseline under the condition that was measured most often. */
export type SentinelCheck = {
  readonly metric: MetricId;
  readonly condition: Condition;
  readonly ratio: Interval;
  /** The interval lies within the margin; an equivalence test. */
  readonly ok: boolean;
  /** The interval lies on one side of 1, beyond chance. */
  readonly differs: boolean;
};

/** The suitability of the machine for measuring, over the run. */
export type MachineQuality = {
  /** The standard deviation of ln(wall time) of the kernel on all cores, over the blocks. */
  readonly unsteadiness: number;
  /** How many times as fast a core computes the headline while the others are idle as on all at once, by the CPU clock. */
  readonly loneCore?: Interval;
  /** The mean share of the CPU time that the hypervisor gave to other machines, over the windows. */
  readonly steal?: number;
  /** The highest share of the machine's CPU time that the load generators took in a window of the headline. */
  readonly generatorShare?: number;
  /** The largest number of load generators that a load took; absent: one. */
  readonly generators?: number;
  /** The mean share of the CPU time that programs other than the study's used, over the rounds. */
  readonly foreign?: {
    readonly first: number;
    readonly worst: number;
    readonly last: number;
    readonly typical: number;
  };
};

/** A reason to question all figures of a contestant, or what they are worth. */
export type DoubtKind =
  /** More than one in a hundred requests had no right answer under a load that it should bear. */
  | 'unanswered'
  /** Its answers take more CPU time than its processes used. */
  | 'too-little-cpu'
  /** It computed while others were measured. */
  | 'busy-while-not-asked'
  /** It gave more answers per second than its workers can compute. */
  | 'too-many-answers'
  /** It answered in less time than a task takes. */
  | 'too-fast'
  /** It gave more answers than it had requests. */
  | 'answered-twice'
  /** The time that it reports for a task is longer than its requests took. */
  | 'own-times'
  /** Somebody else harmed it in several rounds, which do not count. */
  | 'harmed';

export type Doubt = {
  readonly contestant: string;
  readonly kind: DoubtKind;
  /** The finding with both numbers, and the likely reason. */
  readonly message: string;
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
  /** Trials for which there was no time. */
  readonly notRun: readonly string[];
  readonly accounting: readonly (Accounting & { readonly contestant: string })[];
  readonly doubts: readonly Doubt[];
  readonly warnings: readonly {
    readonly id: string;
    readonly message: string;
    readonly remedy: string;
    /** Nothing went wrong: the function itself affects the figures. */
    readonly about?: 'function';
  }[];
};

/** The findings, before any decision. */
export type Undecided = {
  readonly schemaVersion: 9;
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
    /** The names of the variables that `--env` gave to the contestants; absent if it named none. */
    readonly named?: readonly string[];
    /** The hash of the sources; absent in older analyses. */
    readonly sources?: string;
    readonly durationS: Seconds;
    /** The duration that the profile promised. */
    readonly promisedS?: Seconds;
    /** The time that showing figures took between windows. */
    readonly shownS?: Seconds;
    readonly trials: number;
    readonly interrupted: boolean;
    /** The runs of the study, in order; absent in an analysis that is older than studies. */
    readonly parts?: readonly StudyPart[];
  };
  readonly environment: Environment;
  readonly contestants: readonly ContestantFacts[];
  readonly variants?: readonly ContestantFacts[];
  readonly leftOut?: NonNullable<Manifest['leftOut']>;
  readonly scenarios: Readonly<Record<string, ScenarioAnalysis>>;
  readonly validity: Validity;
};

/** The content of `analysis.json`: the findings, and the decision that follows from them. */
export type Analysis = Undecided & {
  /** The decision among the main contestants, by every need. */
  readonly decision: Decision;
  /**
   * The decision among each main contestant and its peers, by its id, in the needs that were measured; empty if no peer
   * took part.
   */
  readonly families: Readonly<Record<string, Decision>>;
  /** Facts about the work or the machine that would change the answer. */
  readonly flips: readonly Flip[];
};
