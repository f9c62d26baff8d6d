import { LOOKS } from '@cpu-bound/stats/looks';
import { mean } from '@cpu-bound/stats/moments';
import { type BoundsComparison, mostExcessive } from '@cpu-bound/stats/rate-pairs';
import { opposite } from '@cpu-bound/stats/verdict';
import {
  conditionsOf,
  latenciesOf,
  type Observation,
  type QuestionInput,
} from '@cpu-bound/study/analyse/observations';
import { isBusy, type RateFigure, rateComparisons, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import type { Config } from '@cpu-bound/study/config/config';
import { profiles } from '@cpu-bound/study/config/profiles';
import { comparedBy, firstOf, type Need, type Relate } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import {
  type Cell,
  kindOf,
  type Metric,
  type Omission,
  type RateSearch,
  type ScenarioAnalysis,
  type SearchWindow,
} from '@cpu-bound/study/model';
import { openLeadIn, openLoad } from '@cpu-bound/study/plan/windows';
import { offered } from '../metrics.ts';
import { windowsTable } from '../page/windows.ts';
import type { QuestionSpec } from '../question.ts';

export type WithinAnalysis = ScenarioAnalysis & {
  /** The verdicts on the pairs that have no ratio. */
  readonly bounds: readonly BoundsComparison[];
  readonly rounds: number;
};

/** The target if the reader gives none: a request may wait for some others, and no client notices less than this. */
const TASKS_OF_TARGET = 10;
const LEAST_TARGET_MS: Milliseconds = 50;
/** A window of fewer targets ends before its queue shows what the rate does to it (docs/adr/0055). */
const TARGETS_OF_WINDOW = 40;
/** A search begins here: the rate within a target is between a third and all of the throughput. */
const FIRST_RATE = 0.75;
/** The bench waits this long for an answer, so a longer target has no late request. */
const LONGEST_TARGET_MS: Milliseconds = 10_000;
/** A profile's time has room for windows that are at most this much longer than its usual ones. */
const MOST_STRETCH = 1.5;

/** Returns the reader's target, or ten tasks and at least 50 ms. */
const targetOf = ({ p99, taskSeconds = 0 }: Pick<Config, 'p99' | 'taskSeconds'>): Milliseconds =>
  p99 ?? Math.max(LEAST_TARGET_MS, Number((TASKS_OF_TARGET * 1000 * taskSeconds).toPrecision(2)));

const secondsOf = (config: Config): Seconds =>
  Math.max(config.profile.openSeconds, (TARGETS_OF_WINDOW * targetOf(config)) / 1000);

/** A profile has no time for slow tasks; whoever asks the question by name has. */
function leftOut(config: Config): Omission[] {
  const target = targetOf(config);
  if (target >= LONGEST_TARGET_MS)
    return [
      {
        reason: `the target of ${target / 1000} s is not below the ${LONGEST_TARGET_MS / 1000} s that the bench waits for an answer`,
        remedy: 'give a shorter --p99',
      },
    ];
  const [seconds, usual] = [secondsOf(config), config.profile.openSeconds];
  if (config.profile.inFull || seconds <= MOST_STRETCH * usual) return [];
  const minutes = (2 * profiles.standard.rounds * config.contestants.length * (seconds + 2)) / 60;
  return [
    {
      reason: `a p99 within ${target} ms takes windows of ${seconds.toFixed(0)} s, some ${Math.ceil(minutes)} minutes in all`,
      remedy: 'run it by name: --scenarios within',
    },
  ];
}

/** Returns the windows of the target that most windows have; a study may have been asked for several. */
function searchOf(input: QuestionInput): RateSearch | undefined {
  const { observations } = input;
  const count = (within: number | undefined) =>
    observations.filter(({ window }) => window.condition.setting.within === within).length;
  const [condition] = conditionsOf(observations).toSorted(
    (a, b) => count(b.setting.within) - count(a.setting.within),
  );
  const targetMs = condition?.setting.within;
  if (!condition || targetMs === undefined) return undefined;
  const own = observations.filter(({ window }) => window.condition.setting.within === targetMs);
  const foreign = own.flatMap(({ result }) => result.usage?.foreign ?? []);
  return {
    targetMs,
    condition,
    seconds: own[0]?.window.seconds ?? 0,
    windows: own.flatMap((observation) => windowOf(observation, input)),
    foreign: foreign.length > 0 ? mean(foreign) : undefined,
  };
}

function windowOf(
  { subject, round, result }: Observation,
  input: Pick<QuestionInput, 'samples'>,
): SearchWindow[] {
  if (!result.open) return [];
  const latencies = latenciesOf(input, result.open);
  const sent = latencies.length;
  if (sent === 0) return [];
  const slowest = [...latencies.toSorted().subarray(-mostExcessive(sent))]
    .reverse()
    .map((ms) => Number(ms.toPrecision(4)));
  return [{ contestant: subject.contestant, round, perSecond: result.open.perSecond, sent, slowest }];
}

const ratesOf = (search: RateSearch): Metric[] =>
  rateFigures(search).flatMap((figure): Metric[] =>
    figure.form === 'rate'
      ? [
          {
            contestant: figure.contestant,
            metric: 'rate-within',
            unit: kindOf('rate-within').unit,
            condition: search.condition,
            ...figure.rate,
          },
        ]
      : [],
  );

/** Compares all pairs: those of two rates have a ratio, and the others a verdict by their bounds. */
function pairsIn(input: QuestionInput) {
  const search = searchOf(input);
  const { contestants, figures } = input.run;
  const options = figures === undefined ? { looks: LOOKS } : { level: 1 - 0.05 / figures };
  return search ? rateComparisons(search, contestants, options) : { comparisons: [], bounds: [] };
}

function cellOf(figure: RateFigure): Cell {
  const { kept, windows } = figure;
  switch (figure.form) {
    case 'rate':
      return { kind: 'number', value: figure.rate };
    case 'at most':
    case 'at least':
      return { kind: 'bound', side: figure.form, value: figure.perSecond, kept, windows };
    default:
      return { kind: 'open', why: figure.form, kept, windows };
  }
}

/** Relates the pairs without a ratio. */
const byBounds = (pairs: readonly BoundsComparison[]): Relate => {
  const verdicts = new Map(
    pairs.flatMap(({ contestant, against, verdict }) => [
      [`${contestant} ${against}`, verdict],
      [`${against} ${contestant}`, opposite[verdict]],
    ]),
  );
  return (contestant, against) => verdicts.get(`${contestant} ${against}`);
};

/** The most requests per second within the reader's p99. */
const mostWithin: Need<WithinAnalysis> = {
  id: 'within',
  title: 'traffic within a p99',
  unit: '/s',
  group: 'speed',
  matter: 'traffic',
  row: 'traffic',
  order: 15,
  answer({ search, comparisons, bounds, rounds }, { contestants }) {
    const own = search
      ? rateFigures(search).filter(({ contestant }) => contestants.some(({ id }) => id === contestant))
      : [];
    if (!search || own.length === 0) return undefined;
    const compared = comparedBy(comparisons, 'rate-within', search.condition);
    return {
      ...compared,
      title: `traffic, p99 ≤ ${format.givenTime(search.targetMs)}`,
      under: `p99 within ${format.givenTime(search.targetMs)}`,
      n: rounds,
      windowSeconds: search.seconds,
      better: 'higher',
      cells: Object.fromEntries(own.map((figure) => [figure.contestant, cellOf(figure)])),
      relate: firstOf(compared.relate, byBounds(bounds)),
    };
  },
};

/**
 * A search of each contestant: every window is one step above the last one if that was within the target, and one below
 * if it was not (docs/adr/0055).
 */
export const within: QuestionSpec<WithinAnalysis> = {
  id: 'within',
  question: 'How many requests stay within a p99?',
  profiles: ['standard', 'thorough'],
  ofRequests: true,
  flags: ['p99'],
  byNameSeconds: 840,
  why: 'Near its throughput a service has ever longer queues; with one queue for all workers later than with one for each process ([Harchol-Balter: Performance Modeling and Design of Computer Systems](https://www.cs.cmu.edu/~harchol/PerformanceModeling/book.html)).',
  place: 'sitting',
  windows(config) {
    const target = targetOf(config);
    return leftOut(config).length > 0
      ? []
      : [
          {
            window: {
              id: `within-${target}`,
              condition: { input: config.headline, setting: { within: target } },
              seconds: secondsOf(config),
              leadInSeconds: openLeadIn(config, FIRST_RATE),
              phaseSeconds: config.profile.phaseSeconds,
              load: openLoad(config.headline, { load: FIRST_RATE, of: 'own' }, { within: target }),
            },
            blocks: config.profile.openBlocks,
            contestants: config.contestants,
          },
        ];
  },
  leftOut,
  named: ({ setting }) => `p99 within ${format.givenTime(setting.within ?? 0)}`,
  metrics: [
    {
      id: 'rate-within',
      derive(input) {
        const search = searchOf(input);
        return search ? ratesOf(search) : [];
      },
      comparisons: (input) => pairsIn(input).comparisons,
    },
    offered,
  ],
  more(input) {
    const search = searchOf(input);
    return {
      bounds: pairsIn(input).bounds,
      search,
      rounds: new Set(input.observations.map(({ round }) => round)).size,
    };
  },
  // An older bench read the figures off a line (docs/adr/0055).
  renewed({ search: stored, metrics, ...found }, { contestants }) {
    if (!stored) return { ...found, metrics };
    const { targetMs, condition, seconds, windows, foreign } = stored;
    const search = { targetMs, condition, seconds, windows, foreign };
    return {
      ...found,
      metrics: [...ratesOf(search), ...metrics.filter(({ metric }) => metric !== 'rate-within')],
      ...rateComparisons(search, contestants, { looks: LOOKS }),
      search,
    };
  },
  judgedBy: ['rate-within'],
  needs: [mostWithin],
  charts: [
    {
      title: (_analysis, { search }) =>
        `The most requests per second with a p99 within ${format.givenTime(search?.targetMs ?? 0)}`,
      axis: 'requests/s',
      of: ['rate-within'],
    },
  ],
  says: ({ search }) => [
    search &&
      isBusy(search) &&
      `Other programs used ${format.share(search.foreign ?? 0)} of the CPU time, so there is no verdict, and the true rates are higher`,
  ],
  details: ({ search }, analysis) =>
    search && search.windows.length > 0 ? [windowsTable(search, analysis)] : [],
};
