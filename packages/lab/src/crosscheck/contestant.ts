import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { RunSettings } from '@cpu-bound/study/config/config';
import { type StartContext, start } from '@cpu-bound/study/run/start';
import { OURS, oursClosed, oursOpen, type Target } from './ours.ts';
import type { Loaded } from './page.ts';
import { type Reader, readInRounds } from './rounds.ts';
import { type Installed, runTool } from './run-tool.ts';

/** Of the closed loop's throughput, what the open loops ask for. */
const OPEN_LOAD = 0.5;
const WARM_UP_SECONDS = 4;

type Context = {
  readonly config: RunSettings;
  readonly backends: Pick<StartContext, 'redis' | 'provisions'>;
  readonly generators: Generators;
  readonly installed: readonly Installed[];
  readonly seconds: number;
  readonly rounds: number;
};

/** One start of it, first under closed loops, then under open ones at half of what it can answer. */
export async function readContestant(
  contestant: Contestant,
  { config, backends, generators, installed, seconds, rounds }: Context,
  { print, signal }: { readonly print: (line: string) => void; readonly signal: AbortSignal },
): Promise<Loaded[]> {
  const { workload, workloadSpecifier, headline, connections, seed } = config;
  const service = await start(contestant, { config, ...backends, signal });
  try {
    const path = `/${workload.name}?${new URLSearchParams(headline)}`;
    const target: Target = { origin: service.origin, path, query: headline, workload: workloadSpecifier };
    const closed = { url: `${service.origin}${path}`, connections, seconds };
    const warm = await oursClosed(generators, target, { ...closed, seconds: WARM_UP_SECONDS }, signal);
    const perSecond = Math.max(1, Math.round(warm.perSecond * OPEN_LOAD));
    const open = { ...closed, perSecond };
    const closedReaders: Reader[] = [
      { id: OURS, read: () => oursClosed(generators, target, closed, signal) },
      ...installed.map((one) => ({
        id: one.tool.id,
        read: () => runTool(one, one.tool.closed(closed), seconds, signal),
      })),
    ];
    const openReaders: Reader[] = [
      { id: OURS, read: () => oursOpen(generators, target, open, signal) },
      ...installed.flatMap((one) => {
        const invocation = one.tool.open?.(open);
        return invocation ? [{ id: one.tool.id, read: () => runTool(one, invocation, seconds, signal) }] : [];
      }),
    ];
    const read = async (load: string, readers: readonly Reader[]) => {
      print(`${contestant.id}: ${load}`);
      return readInRounds(readers, rounds, `${seed}/${load}`, (round, id, { perSecond: rate, p50 }) =>
        print(
          `  round ${round}: ${id} ${rate.toFixed(1)}/s${p50 === undefined ? '' : `, p50 ${p50.toFixed(1)} ms`}`,
        ),
      );
    };
    const common = { contestant: contestant.title, rounds, seconds };
    const closedLoad = `closed loop of ${connections} connections`;
    const openLoad = `open loop at ${perSecond} requests/s`;
    return [
      { ...common, load: closedLoad, first: 'perSecond', ...(await read(closedLoad, closedReaders)) },
      { ...common, load: openLoad, first: 'p50', ...(await read(openLoad, openReaders)) },
    ];
  } finally {
    await service.stop();
  }
}
