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
  const { each, stalls, seconds, perSecond } = found;
  const [first] = each;
  if (!first) return NOTHING;
  const titleOf = titleIn(analysis);
  const minutes = (first.windows.at(-1)?.atS ?? 0) / MINUTE_S;
  const leaking = each.filter(({ growth }) => growth?.leaks);
  const drifting = each.filter(({ drift }) => drift?.drifts);
  const badOf = (id: string) => each.find(({ contestant }) => contestant === id);
  const inAll = (id: string) => `${badOf(id)?.bad ?? 0} of ${badOf(id)?.windows.length ?? 0}`;
  const few = first.windows.length < ENOUGH;
  return {
    says: [
      ...(few ? [`There are fewer than ${ENOUGH} windows; \`--profile soak\` has enough`] : []),
      ...stalls.map(
        ({ contestant, than, chance }) =>
          `${titleOf(contestant)} stalls more often than ${titleOf(than)}: ${inAll(contestant)} windows against ${inAll(than)} (p = ${chance.toPrecision(2)})`,
      ),
      ...(stalls.length === 0 ? ['No strategy was shown to stall more often than another'] : []),
      ...leaking.map(
        ({ contestant, growth }) =>
          `${titleOf(contestant)}: memory grows by ${growth ? slope(growth) : ''} MiB per minute`,
      ),
      ...(leaking.length === 0
        ? [`No memory was shown to grow by more than ${LEAK_MIB_PER_MINUTE} MiB per minute`]
        : []),
      ...drifting.map(
        ({ contestant, drift }) => `${titleOf(contestant)}: p50 changed by ${drift ? slope(drift) : ''}×`,
      ),
      ...(drifting.length === 0 ? [`No p50 was shown to change by more than ${format.times(DRIFT)}×`] : []),
    ],
    why: WHY,
    charts: [chart('soak.svg')],
    details: [
      `The same processes ran for about ${format.number(minutes)} minutes, each in turn for ${format.number(seconds)} s at ${perSecond === undefined ? 'the low rate' : `${format.number(perSecond)} requests/s`}. A window is bad if its last percentile is over ${BAD} times the contestant’s own median. The numbers of bad windows are compared by an exact permutation test, each pair both ways, at 5 % for all together; nothing is trimmed. Memory is the peak of a window, and its slope that of the second half (Theil–Sen, 99 %). Memory that wanders makes this interval too narrow, hence the margin.`,
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
      ),
      ...conditionsIn(found.metrics).map((condition) =>
        metricTable(analysis, found, condition, columns, 'latency-p50'),
      ),
    ],
  };
}

const slope = ({ estimate, low, high }: { estimate: number; low: number; high: number }): string =>
  `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** Returns the memory at a fraction of the way through the windows. */
function memoryAt({ windows }: SoakOf, part: number): string {
  const bytes = windows[Math.round(part * (windows.length - 1))]?.rssBytes;
  return bytes === undefined ? '–' : format.number(bytes / MIB);
}
