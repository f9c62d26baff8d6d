import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Generators } from '@cpu-bound/measure/load/loads';
import { table } from '@cpu-bound/report/tables/markdown';
import { compareThese } from '@cpu-bound/stats/compare-pairs';
import { summaryOf as median } from '@cpu-bound/stats/moments';
import type { RunSettings } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import { blockOrders } from '@cpu-bound/study/plan/sitting';
import type { Display } from '@cpu-bound/study/progress/display';
import { type StartContext, start } from '@cpu-bound/study/run/ports';
import { type InstalledTool, OURS, type Reading, readOurs, runTool, type ToolLoad } from './tools.ts';

/** The rate of the open loop, as a share of the closed loop's throughput. */
const OPEN_LOAD = 0.5;
const SECONDS = 4;

type Context = Pick<StartContext, 'redis' | 'provisions' | 'signal'> & {
  readonly config: RunSettings;
  readonly generators: Generators;
  readonly installed: readonly InstalledTool[];
};

/** Starts a contestant once, and measures it first by closed loops, then by open ones at half of its throughput. */
export async function readContestant(
  contestant: Contestant,
  context: Context,
  { step }: Pick<Display, 'step'>,
): Promise<LoadReadings[]> {
  const { config, generators, installed, signal } = context;
  const { workload, workloadSpecifier, headline: query, connections } = config;
  const service = await start(contestant, context);
  const ours = (load: ToolLoad) => readOurs(generators, load, { query, workload: workloadSpecifier }, signal);
  const senders = new Map([[OURS, ours]]);
  for (const { tool, program } of installed)
    senders.set(tool.id, (load) => runTool({ tool, program }, load, signal));
  async function read(name: string, load: ToolLoad): Promise<LoadReadings> {
    const byTool = new Map([...senders.keys()].map((id) => [id, [] as Reading[]]));
    const failed: string[] = [];
    for (const [round, order] of blockOrders(
      [...senders.keys()],
      config.profile.rounds,
      config.seed,
    ).entries())
      for (const id of order) {
        const send = senders.get(id);
        if (!send || !byTool.has(id)) continue;
        try {
          const reading = await send(load);
          byTool.get(id)?.push(reading);
          step(`${contestant.id}, ${name}, round ${round + 1}: ${id} ${reading.perSecond.toFixed(1)}/s`);
        } catch (error) {
          if (id === OURS || signal.aborted) throw error;
          failed.push((error as Error).message);
          byTool.delete(id);
        }
      }
    return { contestant: contestant.title, name, seconds: load.seconds, byTool, failed };
  }
  try {
    const url = `${service.origin}/${workload.name}?${new URLSearchParams(query)}`;
    const load = { url, connections, seconds: SECONDS };
    const perSecond = Math.max(1, Math.round((await ours(load)).perSecond * OPEN_LOAD));
    return [
      await read(`closed loop of ${connections} connections`, load),
      await read(`open loop at ${perSecond} requests/s`, { ...load, perSecond }),
    ];
  } finally {
    await service.stop();
  }
}

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
