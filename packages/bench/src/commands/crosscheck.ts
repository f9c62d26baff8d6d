import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { arbitrate } from '../crosscheck/arbiters.ts';
import { OURS, oursClosed, oursOpen, type Target } from '../crosscheck/ours.ts';
import { type Crosscheck, crosscheckPage, type Loaded } from '../crosscheck/page.ts';
import { type Reader, readInRounds } from '../crosscheck/rounds.ts';
import { findInstalled, type Installed, runTool } from '../crosscheck/run-tool.ts';
import { tools } from '../crosscheck/tools.ts';
import { completeConfig, type RunFlags } from '../measure/config/complete.ts';
import { type Config, UsageError } from '../measure/config/config.ts';
import type { Contestant } from '../measure/contestants/manifest.ts';
import { startGuard } from '../measure/host/guard.ts';
import { sweep } from '../measure/host/marker.ts';
import { createGenerators, type Generators } from '../measure/load/loads.ts';
import { start } from '../measure/run/start.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { type Backends, backendsFor } from './backends-for.ts';
import type { Surface } from './surface.ts';

export type CrosscheckFlags = Pick<RunFlags, 'contestants' | 'workload' | 'param' | 'rounds' | 'seed'> & {
  readonly seconds: string;
  readonly out?: string;
};

/** Of the closed loop's throughput, what the open loops ask for. */
const OPEN_LOAD = 0.5;
const WARM_UP_SECONDS = 4;
const ROUNDS = 9;

/**
 * `bench crosscheck`: the same load on the same started contestant by every load generator that is installed here.
 *
 * @returns the page, which was written where `--out` says
 * @throws UsageError with every problem of the flags at once
 */
export async function crosscheckCommand(flags: CrosscheckFlags, surface: Surface): Promise<string> {
  const { print, signal, cwd } = surface;
  const { config, seconds } = await complete(flags, surface);
  const installed = await findInstalled(tools);
  const absent = tools.filter(({ id }) => !installed.some(({ tool }) => tool.id === id));
  const rounds = config.profile.rounds;
  print(`here: ${installed.map(({ tool, version }) => `${tool.id} ${version}`).join(', ')}`);
  for (const { id, get } of absent) print(`not here: ${id}: ${get}`);
  const mark = randomUUID();
  const backends = await backendsFor(config.contestants, startGuard(mark), surface);
  const generators = createGenerators();
  try {
    const loaded: Loaded[] = [];
    for (const contestant of config.contestants) {
      const context = { config, backends, generators, installed, seconds, rounds };
      loaded.push(...(await readContestant(contestant, context, surface)));
    }
    const judged = await arbitrate(installed, generators, signal, print);
    const found: Crosscheck = {
      work: `\`${config.workload.name}\` with ${new URLSearchParams(config.headline)}`,
      machine: `${cpus()[0]?.model.trim()}, ${config.cores} cores`,
      tools: installed.map(({ tool: { id, counts, countsAtRate }, version }) => ({
        id,
        version,
        counts,
        ...(countsAtRate && { countsAtRate }),
      })),
      absent,
      loaded,
      judged,
    };
    const page = crosscheckPage(found);
    if (flags.out !== undefined) await writeFileAtomic(resolve(cwd, flags.out), page);
    return page;
  } finally {
    await generators.stop();
    await backends.stop();
    await sweep(mark);
  }
}

type Context = {
  readonly config: Config;
  readonly backends: Backends;
  readonly generators: Generators;
  readonly installed: readonly Installed[];
  readonly seconds: number;
  readonly rounds: number;
};

/** One start of it, first under closed loops, then under open ones at half of what it can answer. */
async function readContestant(
  contestant: Contestant,
  { config, backends, generators, installed, seconds, rounds }: Context,
  { print, signal }: Surface,
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

async function complete({ seconds: typed, out: _out, ...flags }: CrosscheckFlags, { root, cwd }: Surface) {
  const seconds = Number(typed);
  const isSound = Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
  const problems = isSound ? [] : [`--seconds ${typed}: accepted: an integer from 1 to 60`];
  const given = { rounds: String(ROUNDS), ...flags };
  const config = await completeConfig(given, { root, cwd, scenarios, now: new Date() }).catch((error) => {
    if (!(error instanceof UsageError)) throw error;
    problems.push(...error.problems);
  });
  if (problems.length > 0 || !config) throw new UsageError(problems);
  // By itself the simplest leaves the generators the most room.
  const contestants = flags.contestants
    ? config.contestants
    : config.contestants.filter(({ id }) => id === config.baseline);
  return { config: { ...config, contestants }, seconds };
}
