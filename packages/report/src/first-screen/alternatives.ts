import { conditionsIn, findMetric, named, pairOf, titleIn } from '@cpu-bound/study/analyse/look-up';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { isUsual, saturatedMetrics } from '@cpu-bound/study/decide/measurements';
import { isCounted, isDifferent, isOpenRelation, pairIn, seenBy } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type ContestantFacts,
  type Decision,
  familiesOf,
  type Interval,
  MOST_BUSY,
  type NeedResult,
  type PairRelation,
  sameInput,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { judgedTable, unjudgedTable } from '../answers/figures-table.ts';
import { folded, joined } from '../tables/markdown.ts';

/** The characters that fit into two lines of a page of 1012 px. */
const MOST_CHARACTERS = 250;

const COUNTED = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A contestant beside its main contestant, and the ratio of their throughputs. */
type MainRatio = PairRelation & { readonly ratio: Interval };

/**
 * Lists, over all families, the contestants whose throughput was shown to differ from their main contestant's, the
 * largest ratio first: `single:bun 1.30× single [1.20, 1.40]`. Empty if no family's throughput was compared.
 */
export function outside(runAnalysis: Analysis): string {
  const { main } = familiesOf(runAnalysis.contestants);
  const compared = withTheirMain(runAnalysis);
  if (compared.length === 0) return '';
  const head = `**Outside the ${COUNTED[main.length] ?? main.length}**, by throughput: `;
  const items = compared
    .filter(isDifferent)
    .toSorted((a, b) => b.ratio.estimate - a.ratio.estimate)
    .map(
      ({ one, other, ratio }) =>
        `${one} ${format.times(ratio.estimate)}× ${other} ${format.ratioBounds(ratio)}`,
    );
  if (items.length > 0) return `${head}${fitting(items, MOST_CHARACTERS - head.length)}.`;
  const tooFew = compared.every(({ relation }) => relation === 'not-judged');
  return `${head}${tooFew ? 'too few rounds for a verdict' : 'no alternative was shown to differ from its strategy'}.`;
}

const withTheirMain = ({ contestants, families }: Analysis): MainRatio[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const need = families[main.id]?.needs.find(({ id }) => id === 'throughput');
    const pairs = need ? members.flatMap(({ id }) => seenBy(id, need)) : [];
    return pairs.flatMap(({ ratio, ...pair }) =>
      ratio && pair.other === main.id ? [{ ...pair, ratio }] : [],
    );
  });

/** Joins as many items as fit, at least one, and the number of the others. */
function fitting(items: readonly string[], columns: number): string {
  const fitted = items.filter(
    (_, index) => index === 0 || items.slice(0, index + 1).join('; ').length <= columns,
  );
  const more = items.length - fitted.length;
  return [...fitted, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/**
 * Compares the fastest kernel on one process with the best strategy on all cores. If a request rate is given, it names
 * the tasks for which one process suffices. It is empty if no kernel except the workload's own was measured.
 */
export function fasterCode(runAnalysis: Analysis, readerCase: ReaderCase | undefined): string {
  const against = againstAllCores(runAnalysis);
  if (against === '') return '';
  const sufficient = readerCase && taskTimes(onOneProcess(runAnalysis), readerCase.rate);
  return joined([`**Faster code**: ${against}`, sufficient], ' ');
}

/**
 * Takes the pair's own ratio, and not the quotient of two estimates: its interval holds together with its family's.
 */
function againstAllCores(runAnalysis: Analysis): string {
  const saturated = saturatedMetrics(runAnalysis);
  const fastest = (contestants: readonly ContestantFacts[]) =>
    contestants
      .flatMap(({ id, kernel }) => {
        const found = findMetric(saturated, id, 'throughput');
        return found ? [{ id, kernel, perSecond: found.estimate }] : [];
      })
      .toSorted((a, b) => b.perSecond - a.perSecond)
      .at(0);
  const { main } = familiesOf(runAnalysis.contestants);
  const faster = fastest(runAnalysis.contestants.filter(({ kernel }) => kernel !== undefined));
  const best = fastest(main.filter(({ kernel }) => kernel === undefined));
  const pair =
    faster && best && pairOf(runAnalysis.scenarios.capacity?.comparisons ?? [], faster.id, best.id);
  if (!pair || main.length < 2) return '';
  const open = isOpenRelation(pair.verdict) ? `, which is ${wording.relationWords[pair.verdict]}` : '';
  const cores = wording.cores(runAnalysis.environment);
  return `one process with the kernel \`${faster.kernel}\` has ${format.times(pair.ratio.estimate)}× the throughput of ${titleIn(runAnalysis)(best.id)} with the usual kernel on ${cores} ${format.ratioBounds(pair.ratio)}${open}.`;
}

/**
 * Uses throughput alone, because a bound on latency belongs to the reader's case. It claims nothing between the
 * measured task times.
 */
function taskTimes({ sizes, kernels }: OneProcess, rate: number): string {
  const atRate = `At ${rate.toLocaleString('en-GB')} requests/s, one process is`;
  const answering = (answer: ReturnType<typeof suffices>) => (process: ProcessThroughput) =>
    suffices(process, rate) === answer;
  const shown = ({ name, throughput }: ProcessThroughput) =>
    `${name} (${format.interval(throughput)} answers/s)`;
  const largest = sizes.filter(answering('yes')).at(-1);
  const smallest = sizes.find(answering('no'));
  const isTooSlow = sizes.some((process) => process.isHeadline && suffices(process, rate) === 'no');
  const enough = [
    ...(largest ? [`tasks of up to ${shown(largest)}`] : []),
    ...(isTooSlow ? kernels.filter(answering('yes')).map(shown) : []),
  ];
  if (enough.length > 0)
    return `${atRate} at most 90 % busy with ${enough.join(', or with ')}: throughput needs no strategy then.${smallest ? ` With tasks of ${shown(smallest)} it does.` : ''}`;
  return smallest ? `${atRate} more than 90 % busy even with tasks of ${shown(smallest)}.` : '';
}

export type ProcessThroughput = {
  /** The time of a task, or a kernel. */
  readonly name: string;
  readonly throughput: Interval;
  /** True if it is the run's headline. */
  readonly isHeadline: boolean;
};

/** The single process of a run: with tasks of each measured time, and with other kernels. */
export type OneProcess = {
  /** The throughput by size, with the workload's own kernel, the shortest task first. */
  readonly sizes: readonly ProcessThroughput[];
  /** The throughput of each kernel with the headline's input. */
  readonly kernels: readonly ProcessThroughput[];
};

export function onOneProcess(analysis: Analysis): OneProcess {
  const { contestants, scenarios, run } = analysis;
  const single = contestants.find(({ workers, peerOf }) => !workers && peerOf === undefined);
  if (!single) return { sizes: [], kernels: [] };
  const all = Object.values(scenarios).flatMap(({ metrics }) => metrics);
  const saturated = named(all, 'throughput').filter(
    (metric) => isUsual(metric) && metric.condition.setting.load === undefined,
  );
  const sizes = conditionsIn(saturated).flatMap((condition) => {
    const throughput = findMetric(saturated, single.id, 'throughput', condition);
    const kernel = named(all, 'kernel-ms').find((metric) =>
      sameInput(metric.condition.input, condition.input),
    );
    const isHeadline = sameInput(condition.input, run.workload.headline);
    return throughput && kernel ? [{ taskMs: kernel.estimate, throughput, isHeadline }] : [];
  });
  const ofHeadline = saturatedMetrics(analysis);
  return {
    sizes: sizes
      .sort((a, b) => a.taskMs - b.taskMs)
      .map(({ taskMs, ...rest }) => ({ name: format.duration(taskMs), ...rest })),
    kernels: contestants.flatMap(({ id, kernel, peerOf }) => {
      const throughput = findMetric(ofHeadline, id, 'throughput');
      return kernel !== undefined && peerOf === single.id && throughput
        ? [{ name: `the kernel \`${kernel}\``, throughput, isHeadline: true }]
        : [];
    }),
  };
}

/**
 * Answers whether a rate keeps one process busy for at most 90 % of its time, by the complete interval of its
 * throughput.
 */
export function suffices({ throughput }: ProcessThroughput, rate: number): 'yes' | 'no' | 'open' {
  if (rate <= MOST_BUSY * throughput.low) return 'yes';
  return rate > MOST_BUSY * throughput.high ? 'no' : 'open';
}

export const FAMILIES = 'How do the alternatives compare?';

/** A main contestant and its peers, beginning with itself, and the decision among them. */
type DecidedFamily = {
  readonly main: ContestantFacts;
  readonly members: readonly ContestantFacts[];
  readonly decision: Decision;
};

/** Compares each main contestant with its peers, need by need; empty if no peer took part. */
export function familiesSection(analysis: Analysis): string {
  const families = decidedFamilies(analysis);
  if (families.length === 0) return '';
  const intro =
    'Each strategy was measured beside its alternatives (peers), in the same rounds. The intervals hold for all pairs of a family at once.';
  return [`## ${FAMILIES}`, intro, ...families.map((family) => section(family))].join('\n\n');
}

/** Lists, for every family, the needs in which a peer was shown to be better than its main contestant. */
export function peersAhead(analysis: Analysis): string {
  const families = decidedFamilies(analysis);
  if (families.length === 0) return '';
  const lines = families.flatMap(({ main, members, decision }) =>
    members.flatMap(({ id, title }) => {
      const [better, worse] = [shown(decision.needs, id, main.id), shown(decision.needs, main.id, id)];
      if (better.length === 0) return [];
      const but = worse.length > 0 ? `, and worse in ${worse.join('; ')}` : '';
      return [`- **${title}** is better than ${main.title} in ${better.join('; ')}${but}.`];
    }),
  );
  const none = '- No peer was shown to be better than its main contestant in any need.';
  return `**Alternatives**\n\n${lines.join('\n') || none}`;
}

/**
 * Returns the families with a decision. A run with one main contestant has none, because the first screen is about its
 * family.
 */
const decidedFamilies = ({ contestants, families }: Analysis): readonly DecidedFamily[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const decision = families[main.id];
    return decision ? [{ main, members, decision }] : [];
  });

/** Returns the counted needs in which one was shown to be better than another, each with its ratio if it has one. */
const shown = (needs: readonly NeedResult[], one: string, other: string): string[] =>
  needs.filter(isCounted).flatMap((need) => {
    const pair = pairIn(need.pairs, one, other);
    if (pair?.relation !== 'better') return [];
    return [pair.ratio ? `${need.title} (${format.ratio(pair.ratio)})` : need.title];
  });

function section({ main, members, decision }: DecidedFamily): string {
  const name = main.family ?? main.title;
  const isMeasured = decision.needs.length > 0;
  return joined([
    `**${format.capital(name)}.**${isMeasured ? '' : ' Nothing was measured.'}`,
    judgedTable(decision),
    unjudgedTable(decision),
    folded('What they are, and what they cannot do', [members.map(description).join('\n')]),
  ]);
}

function description({ title, summary, when, cannot = {} }: ContestantFacts): string {
  const exceptions = Object.entries(cannot).map(([what, why]) => `  - Cannot: ${what}: ${why}.`);
  return [`- **${title}**: ${summary}.${when ? ` ${when}` : ''}`, ...exceptions].join('\n');
}
