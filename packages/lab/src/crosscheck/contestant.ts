import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { RunSettings } from '@cpu-bound/study/config/config';
import type { Display } from '@cpu-bound/study/progress/display';
import { type StartContext, start } from '@cpu-bound/study/run/start';
import { OURS, oursClosed, oursOpen } from './ours.ts';
import type { LoadReadings } from './page.ts';
import { type Reader, readInRounds } from './rounds.ts';
import { type InstalledTool, toolReaders } from './run-tool.ts';

/** Of the closed loop's throughput, what the open loops ask for. */
const OPEN_LOAD = 0.5;
/** How long each tool sends, and as long beforehand. */
const SECONDS = 4;

type Context = Pick<StartContext, 'redis' | 'provisions' | 'signal'> & {
  readonly config: RunSettings;
  readonly generators: Generators;
  readonly installed: readonly InstalledTool[];
};

/** One start of it, first under closed loops, then under open ones at half of what it can answer. */
export async function readContestant(
  contestant: Contestant,
  context: Context,
  { step }: Pick<Display, 'step'>,
): Promise<LoadReadings[]> {
  const { config, generators, installed, signal } = context;
  const { workload, workloadSpecifier, headline: query, connections, seed } = config;
  const { rounds } = config.profile;
  const service = await start(contestant, context);
  const read = async (load: string, readers: readonly Reader[]) => ({
    ...{ contestant: contestant.title, load, rounds, seconds: SECONDS },
    ...(await readInRounds(readers, rounds, `${seed}/${load}`, (round, id, { perSecond: rate, p50 }) =>
      step(
        `${contestant.id}, ${load}, round ${round} of ${rounds}: ${id} ${rate.toFixed(1)}/s${p50 === undefined ? '' : `, p50 ${p50.toFixed(1)} ms`}`,
      ),
    )),
  });
  try {
    const url = `${service.origin}/${workload.name}?${new URLSearchParams(query)}`;
    const closed = { url, connections, seconds: SECONDS };
    const asked = { query, workload: workloadSpecifier };
    const warm = await oursClosed(generators, closed, asked, signal);
    const perSecond = Math.max(1, Math.round(warm.perSecond * OPEN_LOAD));
    const open = { ...closed, perSecond };
    const closedReadings = await read(`closed loop of ${connections} connections`, [
      { id: OURS, read: () => oursClosed(generators, closed, asked, signal) },
      ...toolReaders(installed, closed, signal),
    ]);
    const openReadings = await read(`open loop at ${perSecond} requests/s`, [
      { id: OURS, read: () => oursOpen(generators, open, signal) },
      ...toolReaders(installed, open, signal),
    ]);
    return [
      { ...closedReadings, first: 'perSecond' },
      { ...openReadings, first: 'p50' },
    ];
  } finally {
    await service.stop();
  }
}
