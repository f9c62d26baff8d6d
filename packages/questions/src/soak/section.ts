import type { Page, Section } from '@cpu-bound/report/question';
import { metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { table } from '@cpu-bound/report/tables/table';
import { BAD } from '@cpu-bound/study/analyse/bad-windows';
import { conditionsIn, titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { DRIFT, LEAK_MIB_PER_MINUTE, type SoakAnalysis, type SoakOf } from './analyse.ts';

const MIB = 2 ** 20;
const MINUTE_S = 60;
/** Fewer windows than this mostly miss a stall that is rarer than one a minute (docs/adr/0046). */
const ENOUGH = 40;

const columns = (['latency-p50', 'latency-p90', 'latency-p99'] as const).map((metric) => ({
  title: `${metric.replace('latency-', '')} (ms)`,
  metric,
}));

const WHY =
  'Ten windows miss most stalls that are rarer than one a minute. A pool that replaces its threads, a heap that grows and a long garbage collection show themselves after minutes.';

/** Reports rare stalls, memory and latency over a soak. */
export function section(found: SoakAnalysis, { analysis, chart }: Page): Section {
  const { each, seconds, perSecond } = found;
  const [first] = each;
  if (!first) return NOTHING;
  const minutes = (first.windows.at(-1)?.atS ?? 0) / MINUTE_S;
  return {
    says: [
      ...(first.windows.length < ENOUGH
        ? [`There are fewer than ${ENOUGH} windows each, too few for a rare stall; \`--for\` has more time`]
        : []),
      ...findings(found, titleIn(analysis)),
    ],
    why: WHY,
    charts: [chart('soak.svg')],
    details: [
      `The same processes ran for about ${format.number(minutes)} minutes, each in turn for ${format.number(seconds)} s at ${perSecond === undefined ? 'the low rate' : `${format.number(perSecond)} requests/s`}. A window is bad if its last percentile is over ${BAD} times the contestant’s own median. The numbers of bad windows are compared by an exact permutation test, each pair both ways, at 5 % for all together; nothing is trimmed. Memory is the peak of a window, and its slope that of the second half (Theil–Sen, 99 %). Memory that wanders makes this interval too narrow, hence the margin.`,
      soakTable(each, titleIn(analysis)),
      ...conditionsIn(found.metrics).map((condition) =>
        metricTable(analysis, found, condition, columns, 'latency-p50'),
      ),
    ],
  };
}

type TitleOf = ReturnType<typeof titleIn>;

/** Writes a sentence for each contestant that stalls, leaks or drifts, and one for each of these that none does. */
function findings({ each, stalls }: SoakAnalysis, titleOf: TitleOf): string[] {
  const inAll = (id: string) => {
    const own = each.find(({ contestant }) => contestant === id);
    return `${own?.bad ?? 0} of ${own?.windows.length ?? 0}`;
  };
  const stalling = stalls.map(
    ({ contestant, than, chance }) =>
      `${titleOf(contestant)} stalls more often than ${titleOf(than)}: ${inAll(contestant)} windows against ${inAll(than)} (p = ${chance.toPrecision(2)})`,
  );
  const leaking = each.flatMap(({ contestant, growth }) =>
    growth?.leaks ? [`${titleOf(contestant)}: memory grows by ${slope(growth)} MiB per minute`] : [],
  );
  const drifting = each.flatMap(({ contestant, drift }) =>
    drift?.drifts ? [`${titleOf(contestant)}: p50 changed by ${slope(drift)}×`] : [],
  );
  return [
    ...orElse(stalling, 'No strategy was shown to stall more often than another'),
    ...orElse(leaking, `No memory was shown to grow by more than ${LEAK_MIB_PER_MINUTE} MiB per minute`),
    ...orElse(drifting, `No p50 was shown to change by more than ${format.times(DRIFT)}×`),
  ];
}

const orElse = (lines: readonly string[], none: string): readonly string[] =>
  lines.length > 0 ? lines : [none];

const soakTable = (each: SoakAnalysis['each'], titleOf: TitleOf): string =>
  table(
    [
      '',
      'windows',
      'bad',
      'memory at first, MiB',
      'in the middle',
      'at last',
      'MiB per minute',
      'p50, last ÷ first',
    ],
    each.map((one) => [
      titleOf(one.contestant),
      `${one.windows.length}`,
      `${one.bad}`,
      ...[0, 0.5, 1].map((part) => memoryAt(one, part)),
      one.growth ? slope(one.growth) : '–',
      one.drift ? slope(one.drift) : '–',
    ]),
  );

const slope = ({ estimate, low, high }: { estimate: number; low: number; high: number }): string =>
  `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** Returns the memory at a fraction of the way through the windows. */
function memoryAt({ windows }: SoakOf, part: number): string {
  const bytes = windows[Math.round(part * (windows.length - 1))]?.rssBytes;
  return bytes === undefined ? '–' : format.number(bytes / MIB);
}
