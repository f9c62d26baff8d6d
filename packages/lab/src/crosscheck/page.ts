import { table } from '@cpu-bound/report/tables/table';
import type { PairComparison } from '@cpu-bound/stats/compare-pairs';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import * as format from '@cpu-bound/study/format';
import { ACCEPTANCE, within } from '../selfcheck/acceptance.ts';
import { ARBITERS, type Arbitration } from './arbiters.ts';
import { OURS } from './ours.ts';
import { besideOurs, type Quantity, type ReaderFailures, type Readings } from './rounds.ts';

/** What is known of a tool beside its readings. */
export type ToolFacts = {
  readonly id: string;
  readonly version: string;
  readonly counts: string;
  readonly countsAtRate?: string;
};

/** One started contestant, and what was read of it under one kind of load. */
export type LoadReadings = {
  readonly contestant: string;
  /** `closed loop of 50 connections` */
  readonly load: string;
  /** What is compared first: throughput of a closed loop, the median of an open one. */
  readonly first: Quantity;
  readonly rounds: number;
  readonly seconds: number;
  readonly readings: Readings;
  readonly failed: ReaderFailures;
};

export type Crosscheck = {
  readonly work: string;
  readonly machine: string;
  readonly tools: readonly ToolFacts[];
  /** Tools that are not installed, and how to get them. */
  readonly absent: readonly { readonly id: string; readonly get: string }[];
  readonly loads: readonly LoadReadings[];
  readonly arbitration: Arbitration;
};

/** Beyond this, two readings of one load disagree. */
const MARGIN = 0.05;
/** Of a time in milliseconds, less than this is no disagreement: some tools round to it. */
const MARGIN_MS = 1;

/** The readings of all tools beside ours, as Markdown. */
export function crosscheckPage({ work, machine, tools, absent, loads, arbitration }: Crosscheck): string {
  return [
    '# A second opinion on the numbers',
    `Every load generator that is installed here, and ours, on the same started contestant: ${work}, on ${machine}. Each round has all of them in another order. “÷ ours” is over the rounds; all intervals of a column hold at once with 95 %. A tool disagrees where its interval leaves out 1 and it is further off than ${MARGIN * 100} %, and of times than ${MARGIN_MS} ms. An interval that is wide is the machine's noise, and shows neither.`,
    ...loads.flatMap((one) => [
      `## ${one.contestant}: ${one.load}`,
      `${one.seconds} s each, ${format.count(one.rounds, 'round')}; medians over the rounds.`,
      readingsTable(one, tools),
      ...Object.entries(one.failed).map(([id, why]) => `Not in the table: ${id} (${why}).`),
    ]),
    '## Servers whose behaviour is known',
    `One takes exactly ${ARBITERS.constant.ms} ms. The other stops for ${ARBITERS.freezing.ms} ms in every 5 s, which a fifth of all requests that are due must feel. A closed loop does not send while it waits, so hardly any of its requests feels it. That is coordinated omission: no fault of a tool, but of the load.`,
    arbitersTable(arbitration, tools),
    absent.length > 0
      ? `**Not installed here:** ${absent.map(({ id, get }) => `${id} (${get})`).join('; ')}.`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function readingsTable({ readings, first }: LoadReadings, tools: readonly ToolFacts[]): string {
  const quantities: readonly Quantity[] =
    first === 'perSecond' ? ['perSecond', 'p50', 'p99'] : ['p50', 'p99', 'perSecond'];
  const ratios = new Map(quantities.map((one) => [one, besideOurs(readings, one, MARGIN)]));
  const ratioOf = (id: string, quantity: Quantity) =>
    ratios.get(quantity)?.find(({ contestant }) => contestant === id);
  const titles = { perSecond: 'answers/s', p50: 'p50 ms', p99: 'p99 ms' };
  const counts = (facts: ToolFacts | undefined) =>
    (first === 'perSecond' ? undefined : facts?.countsAtRate) ?? facts?.counts ?? '';
  const rows = [...readings.keys()].map((id) => {
    const facts = tools.find((tool) => tool.id === id);
    const off = quantities.filter((quantity) => disagrees(ratioOf(id, quantity), quantity, readings));
    return [
      facts ? `${id} ${facts.version}` : `**${id}**`,
      ...quantities.flatMap((quantity) => [
        shown(medianOf(readings, id, quantity)),
        id === OURS ? '' : ratioText(ratioOf(id, quantity)),
      ]),
      off.length > 0 ? `${off.map((quantity) => titles[quantity]).join(', ')}: ${counts(facts)}` : '',
    ];
  });
  return table(
    [
      'tool',
      ...quantities.flatMap((quantity) => [titles[quantity], '÷ ours']),
      'where it disagrees: what it counts',
    ],
    rows,
  );
}

const ratioText = (pair: PairComparison | undefined) => (pair ? format.ratio(pair.ratio) : '–');

function medianOf(readings: Readings, id: string, quantity: Quantity): number | undefined {
  const values = [...(readings.get(id)?.values() ?? [])].flatMap((reading) => reading[quantity] ?? []);
  return values.length === 0 ? undefined : median(values);
}

const shown = (value: number | undefined) => (value === undefined ? '–' : format.number(value));

/** Shown to be another, by more than the margin, and of times by more than what some round to. */
function disagrees(pair: PairComparison | undefined, quantity: Quantity, readings: Readings): boolean {
  if (!pair || Math.abs(pair.ratio.estimate - 1) <= MARGIN) return false;
  if (pair.ratio.low <= 1 && pair.ratio.high >= 1) return false;
  if (quantity === 'perSecond') return true;
  const ours = medianOf(readings, OURS, quantity) ?? 0;
  return Math.abs(pair.ratio.estimate - 1) * ours > MARGIN_MS;
}

function arbitersTable({ constant, freezing }: Arbitration, tools: readonly ToolFacts[]): string {
  const { constantP50, freezeP99 } = ACCEPTANCE;
  const held = (value: number | undefined, bounds: readonly [number, number]) =>
    value === undefined ? '–' : `${shown(value)}${within(value, bounds) ? ' ✔' : ' ✖'}`;
  return table(
    [
      'tool',
      `takes ${ARBITERS.constant.ms} ms: p50, closed loop (${constantP50.join(' to ')} ms)`,
      `the same at ${ARBITERS.constant.perSecond}/s`,
      `freezes: p99 at ${ARBITERS.freezing.perSecond}/s (${freezeP99.join(' to ')} ms)`,
      'the same, closed loop',
    ],
    [OURS, ...tools.map(({ id }) => id)].map((id) => [
      id === OURS ? `**${id}**` : id,
      held(medianOf(constant.closed, id, 'p50'), constantP50),
      held(medianOf(constant.open, id, 'p50'), constantP50),
      held(medianOf(freezing.open, id, 'p99'), freezeP99),
      shown(medianOf(freezing.closed, id, 'p99')),
    ]),
  );
}
