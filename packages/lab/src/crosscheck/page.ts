import { table } from '@cpu-bound/report/tables/markdown';
import { compareThese } from '@cpu-bound/stats/compare-pairs';
import { summaryOf as median } from '@cpu-bound/stats/moments';
import * as format from '@cpu-bound/study/format';
import { OURS } from './ours.ts';
import type { Reading } from './tools.ts';

/** The readings of each tool of one started contestant under one load, round by round. */
export type LoadReadings = {
  readonly contestant: string;
  /** `closed loop of 50 connections` */
  readonly name: string;
  readonly seconds: number;
  readonly byTool: ReadonlyMap<string, readonly Reading[]>;
  /** The reasons why tools without readings failed. */
  readonly failed: readonly string[];
};

const QUANTITIES = { perSecond: 'answers/s', p50: 'p50 ms', p99: 'p99 ms' } as const;
type Quantity = keyof typeof QUANTITIES;

/** Renders each tool's readings of the same load, and its ratio to ours, as Markdown. */
export function crosscheckPage(about: string, loads: readonly LoadReadings[]): string {
  const parts = loads.map(({ contestant, name, seconds, byTool, failed }) => [
    `## ${contestant}: ${name}`,
    `${seconds} s each, ${format.count(byTool.get(OURS)?.length ?? 0, 'round')}; medians over the rounds.`,
    readingsTable(byTool),
    ...failed.map((why) => `Failed: ${why}.`),
  ]);
  return [
    '# The same load by other generators',
    `${about} Each round has all of them in another order. “÷ ours” is over the rounds; all intervals of a column hold at once with 95 %.`,
    ...parts.flat(),
  ]
    .join('\n\n')
    .concat('\n');
}

function readingsTable(byTool: LoadReadings['byTool']): string {
  const columns = Object.entries(QUANTITIES) as [Quantity, string][];
  const ratios = new Map(columns.map(([quantity]) => [quantity, ratioToOurs(byTool, quantity)]));
  return table(
    ['tool', ...columns.flatMap(([, title]) => [title, '÷ ours'])],
    [...byTool].map(([id, readings]) => [
      id,
      ...columns.flatMap(([quantity]) => [
        format.number(median(readings.map((reading) => reading[quantity]))),
        ratios.get(quantity)?.get(id) ?? '',
      ]),
    ]),
  );
}

function ratioToOurs(byTool: LoadReadings['byTool'], quantity: Quantity): Map<string, string> {
  const arms = [...byTool].map(([id, readings]) => ({
    id,
    values: new Map(readings.map((reading, round) => [round, reading[quantity]])),
  }));
  const ours = arms.filter(({ id }) => id === OURS);
  const pairs = arms.filter(({ id }) => id !== OURS).flatMap((arm) => ours.map((our) => [arm, our] as const));
  const compared = compareThese(pairs, { margin: 0.05, higherIsBetter: quantity === 'perSecond' });
  return new Map(compared.map(({ contestant, ratio }) => [contestant, format.ratio(ratio)]));
}
