import { rateWords } from '@cpu-bound/report/answers/case';
import { listed } from '@cpu-bound/report/tables/markdown';
import { BAD, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import { moreCommand } from '@cpu-bound/study/analyse/commands';
import { findMetric, titleIn } from '@cpu-bound/study/analyse/look-up';
import { rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type Condition,
  type Metric,
  type RateSearch,
  sameCondition,
} from '@cpu-bound/study/model';

/** The part of the findings that these sentences read. */
type Marked = {
  readonly metrics: readonly Metric[];
  readonly bad: readonly MarkedWindow[];
};

/** Programs other than the study's are named if they used this share of the CPU time. */
const MUCH = 0.2;
/** Another contestant is named if it had this many times its own median in the same block: the machine may be the cause. */
const ALSO_SLOW = 1.5;
/**
 * Writes a sentence for each contestant with bad windows under a condition: `cluster had a p99 over 3 times its median in
 * 1 of 20 windows at 105 requests/s. Round 2: 247 ms; threads 2.60× and queue 1.90× their median there, too`
 */
export const markedWindows = ({ metrics, bad }: Marked, condition: Condition, rate: string): string[] =>
  [
    ...Map.groupBy(
      bad.filter((window) => sameCondition(window.condition, condition)),
      ({ contestant }) => contestant,
    ),
  ].flatMap(([contestant, own]) => {
    const percentile = own[0]?.percentile ?? 'p99';
    const usual = findMetric(metrics, contestant, `latency-${percentile}`, condition);
    if (!usual) return [];
    const each = own.map((window) => `Round ${window.round}: ${format.duration(window.ms)}${there(window)}`);
    return [
      `${contestant} had a ${percentile} over ${BAD} times its median in ${own.length} of ${format.count(usual.n, 'window')} at ${rate}. ${each.join('. ')}`,
    ];
  });

/** Describes other programs, and the others in the same block. */
function there({ others, foreign = 0 }: MarkedWindow): string {
  const slow = Object.entries(others).filter(([, factor]) => factor >= ALSO_SLOW);
  return [
    '',
    ...(foreign >= MUCH ? [`other programs used ${format.inPercent(foreign)} of the CPU time`] : []),
    slow.length > 0
      ? `${listed(slow.map(([id, factor]) => `${id} ${format.times(factor)}×`))} their median there, too`
      : 'no other was slow there',
  ].join('; ');
}

/** Explains the limits of this number of windows. */
export function rareOnes({ metrics, bad }: Marked, analysis: Analysis): string {
  const windowCount = Math.max(0, ...metrics.map(({ windows }) => windows?.each.length ?? 0));
  const none = bad.length === 0 ? `No window had a tail over ${BAD} times its strategy’s median. ` : '';
  return `${none}${format.count(windowCount, 'window')} each miss most stalls that are rarer than one a minute; \`${moreCommand(analysis, 'latency')}\` measures more.`;
}

/** The rows of a table: for each contestant its rate, the rates measured, and how many windows were within the target. */
export function windowsTable(search: RateSearch, analysis: Analysis): readonly (readonly string[])[] {
  const { windows, targetMs } = search;
  const byId = new Map(rateFigures(search).map((figure) => [figure.contestant, figure]));
  const figures = [...analysis.contestants, ...(analysis.variants ?? [])].flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  const title = titleIn(analysis);
  return [
    ['', `requests/s within ${format.givenTime(targetMs)}`, 'rates measured', 'windows within', 'n'],
    ...figures.map((figure) => {
      const rates = windows
        .filter(({ contestant }) => contestant === figure.contestant)
        .map(({ perSecond }) => perSecond);
      return [
        title(figure.contestant),
        rateWords(figure),
        `${format.number(Math.min(...rates))} to ${format.number(Math.max(...rates))}`,
        `${figure.kept} of ${figure.windows}`,
        String(figure.rounds),
      ];
    }),
  ];
}
