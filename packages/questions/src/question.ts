import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Texts } from '@cpu-bound/report/tables/markdown';
import type { Observation, QuestionInput, RunFacts } from '@cpu-bound/study/analyse/observations';
import type { PercentileId } from '@cpu-bound/study/analyse/percentiles';
import type { Config } from '@cpu-bound/study/config/config';
import type { Askable } from '@cpu-bound/study/config/profiles';
import type { Need } from '@cpu-bound/study/decide/need';
import type * as model from '@cpu-bound/study/model';
import type { openLoad, Rate, SittingWindow } from '@cpu-bound/study/plan/windows';

type Condition = model.Condition;
type Changes = NonNullable<model.Trial['changes']>;

/** A closed loop of connections, an open loop at a rate, or jobs. */
type LoadSpec =
  | { readonly connections: number }
  | (Rate & { readonly changes?: Parameters<typeof openLoad>[2] })
  | model.JobsLoad;

/** A window. Its condition follows from its query (absent: the headline's), its load, its changes and its setting. */
type Described = Pick<
  model.Window,
  'id' | 'seconds' | 'leadInSeconds' | 'inFrames' | 'frameMs' | 'probe' | 'fault'
> & {
  readonly load: LoadSpec;
  readonly query?: Condition['input'];
  readonly setting?: Condition['setting'];
};

/** A window, or one of `plan/windows` that several questions have, and who has it where. */
export type WindowSpec = (Described | Pick<SittingWindow, 'window'>) &
  Pick<SittingWindow, 'blocks' | 'variants' | 'onlyIfShared' | 'rounds'> & {
    /** Absent: all that can; and in a sitting the baseline's twin, too. */
    readonly contestants?: readonly Contestant[];
    /** The name of its start; windows with the same name, changes and contestants share one. */
    readonly start?: string;
    readonly changes?: Changes;
  };

/** The way in which a figure is written. */
export type Shown = 'interval' | 'count' | 'percent' | 'MiB' | 'ratio' | 'statuses' | 'recovery';

/** The source of a metric: a number of each window, a percentile of its samples, or code over all windows. */
type Source =
  | { readonly read: (window: Observation, run: RunFacts) => number | undefined }
  | { readonly percentileOf: 'latency' | 'hello'; readonly p: PercentileId }
  | { readonly derive: (input: QuestionInput) => readonly model.Metric[] };

/** A metric of a question: a column of its table. Its unit, its scale and its better side belong to its id. */
export type MetricSpec = Source & {
  readonly id: model.MetricId;
  /** The title of its column; absent: others read it, and no column shows it. */
  readonly title?: string;
  readonly shown?: Shown;
  /** It has ratios of all pairs: under every condition, or under these. */
  readonly compared?: boolean | ((condition: Condition, input: QuestionInput) => boolean);
  /** Ratios that are not those of the blocks. */
  readonly comparisons?: (
    input: QuestionInput,
    metrics: readonly model.Metric[],
  ) => readonly model.Comparison[];
};

/** The findings among which a need looks for its condition. */
type NeedFacts = {
  readonly metrics: readonly model.Metric[];
  readonly conditions: readonly Condition[];
  readonly analysis: model.Undecided;
};

/** A need whose answer follows from metrics under one condition. */
export type NeedSpec = Omit<Need<model.ScenarioAnalysis>, 'answer'> & {
  /** The figure is the first. To be better is to be better in one of them and worse in none. */
  readonly of: readonly [model.MetricId, ...model.MetricId[]];
  /** The condition that answers; absent: the first. */
  readonly at?: (condition: Condition, found: NeedFacts) => boolean;
  /** The words for the condition; absent: its load. */
  readonly under?: string | ((condition: Condition) => string);
  /** The title in this run. */
  readonly titled?: (condition: Condition, perSecond: number | undefined) => string;
  /** Converts the metric's unit to that of the need. */
  readonly scale?: number;
  /** The figures are those of an open loop, whose rate is the same for all. */
  readonly atRate?: true;
  /** Pairs without a ratio differ if their intervals, or all their rounds, lie apart. */
  readonly apart?: 'intervals' | 'rounds';
  /** A second figure of each cell, without which the first means nothing. */
  readonly wait?: model.MetricId;
  /** Makes another cell than a number. */
  readonly cell?: (
    figure: model.Metric,
    of: (metric: model.MetricId) => model.Metric | undefined,
  ) => model.Cell | undefined;
};

/** A chart of metrics over the conditions: a panel with the contestants' intervals for each. */
export type ChartSpec<A> = {
  /** Distinguishes the files of a question with several charts. */
  readonly name?: string;
  readonly title: string | ((analysis: model.Analysis, found: A) => string);
  readonly axis: string;
  /** Several metrics have a panel each. */
  readonly of: readonly model.MetricId[];
  /** Absent: under every condition, and of every contestant. */
  readonly at?: (condition: Condition) => boolean;
  readonly who?: (contestant: model.ContestantFacts) => boolean;
  /** Absent: a panel for each metric. */
  readonly as?: 'percentiles';
  /** A dashed line: a metric, with its interval, or a number. */
  readonly line?: model.MetricId | ((analysis: model.Analysis) => number);
  /** Lines over a quantity that varies, instead of panels. */
  readonly x?: {
    readonly title: string;
    readonly of: (condition: Condition, metrics: readonly model.Metric[]) => number;
    readonly log?: true;
    /** The lines are ratios to the baseline. */
    readonly ratios?: true;
    /** The dashed line, at a place of the axis. */
    readonly expected?: (x: number, analysis: model.Analysis) => number;
  };
  /** Draws what no metric has. */
  readonly draw?: (found: A, analysis: model.Analysis) => Promise<string | undefined>;
};

/** The rows of a table, of which the first is its head. */
type TableRows = readonly (readonly string[])[];

/** A question as data: its windows, what is read of them, what is compared, the needs that it answers, and why. */
export type QuestionSpec<A extends model.ScenarioAnalysis = model.ScenarioAnalysis> = Askable & {
  readonly question: string;
  /** The mechanism behind the strategies' behaviour, in Markdown, with the documentation that explains it. */
  readonly why: string;
  /** The place of its windows: the sitting of all, starts of each contestant, or starts of all together. */
  readonly place: 'sitting' | 'each' | 'together';
  readonly who?: { readonly can: (contestant: Contestant) => boolean; readonly otherwise: string };
  readonly changes?: (contestant: Contestant, config: Config) => Changes | undefined;
  /** None, if the question is left out here. */
  readonly windows: (config: Config) => readonly WindowSpec[];
  readonly leftOut?: (config: Config) => readonly model.Omission[];
  /** The words for one of its conditions: `2 workers`. */
  readonly named: (condition: Condition, metrics: readonly model.Metric[]) => string;
  readonly metrics: readonly MetricSpec[];
  /** The metrics whose pairs have a table. */
  readonly judgedBy?: readonly model.MetricId[];
  readonly needs?: readonly (NeedSpec | Need<A>)[];
  readonly charts: readonly ChartSpec<A>[];
  /** Code, where data end: observations that are left out, other findings, sentences, folded details, other answers. */
  readonly only?: (input: QuestionInput) => QuestionInput;
  readonly more?: (
    input: QuestionInput,
    metrics: readonly model.Metric[],
  ) => Omit<A, 'metrics' | 'comparisons'>;
  readonly says?: (found: A, analysis: model.Analysis) => Texts;
  readonly details?: (found: A, analysis: model.Analysis) => readonly (string | TableRows)[];
  readonly flips?: (found: A | undefined, analysis: model.Undecided) => readonly model.Flip[];
  readonly renewed?: (found: A, analysis: Pick<model.Undecided, 'contestants'>) => A;
};
