import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { startService } from '@cpu-bound/measure/host/service-process';
import type { Edge } from '@cpu-bound/measure/host/task';
import { nullLoad, withNullServer } from '@cpu-bound/measure/load/ceiling';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import { readRequests } from '@cpu-bound/measure/load/from-file/read';
import { type ClosedTask, createGenerators, type Generators } from '@cpu-bound/measure/load/loads';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { primes, type Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { type Finding, hasCoreForEach } from './acceptance.ts';

const SECONDS = 2;
const LEAD_IN_SECONDS = 0.5;
const ROUNDS = 3;
const CONNECTIONS = 64;
const TASK_MS = 0.1;
const FIRST_RATE = 1_000;
const STEP = 1.25;
const ENOUGH_ANSWERED = 0.97;
/** With this share of the cores busy, another generator takes its time from the others or from the server. */
const ALL_BUSY = 0.85;

/** The answers of some generators in a second, their CPU time for each, and the share of the machine's cores that was busy. */
type Reading = { readonly perSecond: number; readonly cpuMs: number; readonly busy: number };

/** Compares one, two and three generators of a load: what they send at most, and what that costs. */
export async function several(code: string, signal: AbortSignal): Promise<Finding[]> {
  const generators = createGenerators();
  const folder = await mkdtemp(join(tmpdir(), 'several-generators-'));
  const request = async (path: string): Promise<RequestSource> => {
    const file = join(folder, `${encodeURIComponent(path)}.ndjson`);
    await writeFile(file, JSON.stringify({ path }));
    return { file, sha256: (await readRequests(file)).sha256, answers: [] };
  };
  const closed = (
    counts: readonly number[],
    load: Pick<ClosedTask, 'origin' | 'requests'>,
    query: Query = {},
  ) =>
    inTurn(counts, (count) =>
      closedReading(generators, defined({ ...load, query, generators: count }), signal),
    );
  try {
    const toNothing = await withNullServer(async (origin) => ({
      open: await inTurn([1, 2, 3], (count) => openCeiling(generators, origin, count, signal), 1),
      closed: await closed([1, 2, 3], { origin, requests: await request('/') }),
    }));
    const toForks = await withForks(code, signal, async (origin) => ({
      light: await closed([1, 2], { origin, requests: await request('/hello') }),
      short: await closed([1, 2], { origin }, queryOf(TASK_MS)),
    }));
    return [
      finding('open-ceiling', 'the open loop at most, to a server that does nothing', toNothing.open),
      finding('closed-ceiling', 'a closed loop, to a server that does nothing', toNothing.closed),
      finding('light-requests', 'a closed loop of /hello, to a service of several processes', toForks.light),
      finding('short-tasks', `a closed loop of tasks of ${TASK_MS} ms, to the same service`, toForks.short),
    ];
  } finally {
    await generators.stop();
    await rm(folder, { recursive: true });
  }
}

/** Takes the median of some rounds, in which each number of generators has its turn. */
async function inTurn(
  counts: readonly number[],
  read: (count: number) => Promise<Reading>,
  rounds = ROUNDS,
): Promise<Map<number, Reading>> {
  const readings = counts.map((count) => [count, [] as Reading[]] as const);
  for (let round = 0; round < rounds; round++)
    for (const [count, all] of readings) all.push(await read(count));
  const typical = (all: readonly Reading[], of: keyof Reading) => median(all.map((one) => one[of]));
  return new Map(
    readings.map(([count, all]) => [
      count,
      { perSecond: typical(all, 'perSecond'), cpuMs: typical(all, 'cpuMs'), busy: typical(all, 'busy') },
    ]),
  );
}

/** Raises the rate until the generators do not keep up, twice. @returns the last step at which they did */
async function openCeiling(
  { open }: Generators,
  origin: string,
  count: number,
  signal: AbortSignal,
): Promise<Reading> {
  const read = async (perSecond: number) => {
    const watch = watchCores();
    const spec = { ...nullLoad(origin, perSecond, 1), generators: count };
    const { result } = await open.run(spec, signal, watch.onEdge);
    const { answers, generatorCpu, seconds } = result;
    return {
      keepsUp: answers >= ENOUGH_ANSWERED * result.perSecond * seconds,
      perSecond: answers / seconds,
      cpuMs: (1000 * generatorCpu) / answers,
      busy: watch.busy(),
    };
  };
  let best: Reading | undefined;
  for (let perSecond = FIRST_RATE; ; perSecond *= STEP) {
    const first = await read(perSecond);
    const reading = first.keepsUp ? first : await read(perSecond);
    if (!reading.keepsUp) return best ?? reading;
    best = reading;
  }
}

async function closedReading(
  { closed }: Generators,
  { query, ...task }: Pick<ClosedTask, 'origin' | 'requests' | 'generators'> & { readonly query: Query },
  signal: AbortSignal,
): Promise<Reading> {
  const watch = watchCores();
  const load = { kind: 'closed', query, connections: CONNECTIONS } as const;
  const spec = { ...task, load, workload: primes.name, leadInSeconds: LEAD_IN_SECONDS, seconds: SECONDS };
  const { result } = await closed.run(spec, signal, watch.onEdge);
  if (result.firstWrong) throw new Error(result.firstWrong);
  const { perSecond, generatorCpu, answers } = result;
  return { perSecond, cpuMs: (1000 * generatorCpu) / answers, busy: watch.busy() };
}

/** Watches how busy the cores are between the edges of a window. */
function watchCores() {
  const times: Partial<Record<Edge, { readonly idle: number; readonly all: number }>> = {};
  return {
    onEdge(edge: Edge) {
      const each = cpus().map((core) => core.times);
      const sum = (of: (time: (typeof each)[number]) => number) =>
        each.reduce((total, time) => total + of(time), 0);
      times[edge] = {
        idle: sum(({ idle }) => idle),
        all: sum((time) => Object.values(time).reduce((total, one) => total + one, 0)),
      };
    },
    busy(): number {
      const { from, to } = times;
      return from && to ? 1 - (to.idle - from.idle) / (to.all - from.all) : Number.NaN;
    },
  };
}

/** Runs `use` against the contestant whose connections are dealt to processes, with one for each core. */
async function withForks<T>(
  code: string,
  signal: AbortSignal,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const contestant = (await workspaceContestants(code)).find(({ deals }) => deals === 'connections');
  if (!contestant) throw new Error(`${code}: no contestant deals its connections`);
  const service = await startService(contestant, { workload: primes.name, signal });
  try {
    return await use(service.origin);
  } finally {
    await service.stop();
  }
}

/** Finds a query whose task takes this many milliseconds. */
function queryOf(ms: number): Query {
  for (let upTo = 1_000; ; upTo = Math.ceil(1.1 * upTo)) {
    const query = { upTo: String(upTo) };
    const input = primes.parse(query);
    const began = performance.now();
    for (let call = 0; call < 50; call++) primes.run(input);
    if ((performance.now() - began) / 50 >= ms) return query;
  }
}

function finding(id: string, what: string, readings: ReadonlyMap<number, Reading>): Finding {
  const [one, two] = [readings.get(1), readings.get(2)];
  return {
    id,
    what: `${what}: ${[...readings.keys()].join(', ')} generators`,
    accepted: `more by two than by one, where each has a core, and the server, and fewer than ${ALL_BUSY * 100} % of the cores are busy`,
    observed: [...readings]
      .map(
        ([count, { perSecond, cpuMs, busy }]) =>
          `${count}: ${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(3)} ms of their CPU time each, ${(busy * 100).toFixed(0)} % of the cores busy`,
      )
      .join('; '),
    ok:
      one !== undefined &&
      two !== undefined &&
      (two.perSecond > one.perSecond || two.busy >= ALL_BUSY || !hasCoreForEach(2)),
  };
}
