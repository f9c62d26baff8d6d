import { linesChart, type Mark } from '@cpu-bound/report/charts/charts';
import { listed } from '@cpu-bound/report/tables/markdown';
import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { DRIFT, LEAK_MIB_PER_MINUTE, MIB, MINUTE_S, type SoakAnalysis, type SoakOf } from '../soak.ts';

/** Fewer windows than this mostly miss a stall that is rarer than one a minute (docs/adr/0046). */
const ENOUGH = 40;

/** Writes a sentence for each contestant that stalls, leaks or drifts, and one for each of these that none does. */
export function soakSays({ each, stalls }: SoakAnalysis): string[] {
  const count = each[0]?.windows.length ?? 0;
  if (count === 0) return [];
  const badOf = (id: string) => each.find(({ contestant }) => contestant === id)?.bad ?? 0;
  const counts = (ids: readonly string[]) => listed(ids.map((id) => `${id} ${badOf(id)}`));
  const windows = format.count(Math.max(...each.map((soak) => soak.windows.length)), 'window');
  const stalling = stalls.map(({ contestant, chance }) => {
    const others = each.map((soak) => soak.contestant).filter((id) => id !== contestant);
    return `${contestant} stalls more often than the others: ${badOf(contestant)} of its ${windows} are bad (${counts(others)}; p = ${chance.toPrecision(2)})`;
  });
  const leaking = each.flatMap(({ contestant, growth }) =>
    growth?.leaks ? [`${contestant}: memory grows by ${slope(growth)} MiB per minute`] : [],
  );
  const drifting = each.flatMap(({ contestant, drift }) =>
    drift?.drifts ? [`${contestant}: p50 changed by ${slope(drift)}× ${besideWhat(each)}`] : [],
  );
  return [
    ...(count < ENOUGH
      ? [
          `There are fewer than ${ENOUGH} windows each, too few for a rare stall: \`--for\` sets a longer time`,
        ]
      : []),
    ...orElse(
      stalling,
      `No strategy was shown to stall more often than another: bad are ${counts(each.map(({ contestant }) => contestant))} of ${windows} each`,
    ),
    ...orElse(leaking, `No memory was shown to grow by more than ${LEAK_MIB_PER_MINUTE} MiB per minute`),
    ...orElse(
      drifting,
      `No p50 was shown to change by more than ${format.times(DRIFT)}× ${besideWhat(each)}`,
    ),
  ];
}

const besideWhat = ({ length }: SoakAnalysis['each']): string =>
  length > 1 ? 'beside the others' : 'beside the function alone';

const orElse = (lines: readonly string[], none: string): readonly string[] =>
  lines.length > 0 ? lines : [none];

/** The rows of a table: for each contestant its windows, its memory over time, and how it changed. */
export const soakTable = (
  { each }: SoakAnalysis,
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
): readonly (readonly string[])[] => [
  [
    '',
    'windows',
    'bad',
    'memory at first, MiB',
    'in the middle',
    'at last',
    'MiB per minute',
    `p50, last ÷ first, ${besideWhat(each)}`,
  ],
  ...each.map((soak) => [
    titleIn(analysis)(soak.contestant),
    `${soak.windows.length}`,
    `${soak.bad}`,
    ...[0, 0.5, 1].map((part) => memoryAt(soak, part)),
    soak.growth ? slope(soak.growth) : '–',
    soak.drift ? slope(soak.drift) : '–',
  ]),
];

const slope = ({ estimate, low, high }: { estimate: number; low: number; high: number }): string =>
  `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** Returns the memory at a fraction of the way through the windows. */
function memoryAt({ windows }: SoakOf, part: number): string {
  const bytes = windows[Math.round(part * (windows.length - 1))]?.rssBytes;
  return bytes === undefined ? '–' : format.number(bytes / MIB);
}

/** Draws each window's median latency and memory over time; undefined without a window. */
export async function soakChart({ each }: SoakAnalysis, analysis: Analysis): Promise<string | undefined> {
  const marks = each.flatMap(({ contestant, windows }) =>
    windows.flatMap(({ atS, p50, rssBytes }) => {
      // A window is a single number, so it has no interval.
      const mark = (panel: string, value: number): Mark => ({
        ...{ contestant, panel, x: atS / MINUTE_S, few: false },
        ...{ estimate: value, low: value, high: value },
      });
      const memory = rssBytes === undefined ? [] : [mark('peak memory, MiB', rssBytes / MIB)];
      return [mark('p50, ms', p50), ...memory];
    }),
  );
  if (marks.length === 0) return undefined;
  return linesChart(analysis, marks, {
    title: 'Each window over the time of the soak',
    xTitle: 'minutes',
    yTitle: 'of a window',
    yScale: 'log',
  });
}
