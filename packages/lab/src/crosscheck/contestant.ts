import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { RunSettings } from '@cpu-bound/study/config/config';
import { blockOrders } from '@cpu-bound/study/plan/order';
import type { Display } from '@cpu-bound/study/progress/display';
import { type StartContext, start } from '@cpu-bound/study/run/start';
import { OURS, readOurs } from './ours.ts';
import type { LoadReadings } from './page.ts';
import { type InstalledTool, runTool } from './run-tool.ts';
import type { Reading, ToolLoad } from './tools.ts';

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
