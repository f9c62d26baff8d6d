import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertProcessRoom, firstMessage, startsThreads } from '@cpu-bound/measure/host/process-room';
import { generatorCeiling, nullLoad, withNullServer } from '@cpu-bound/measure/load/ceiling';
import { generatorPause } from '@cpu-bound/measure/load/closed/limit';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import { readRequests } from '@cpu-bound/measure/load/from-file/exchanges';
import { createGenerators, runOpenLoop } from '@cpu-bound/measure/load/loads';
import type { OpenLoopSpec } from '@cpu-bound/measure/load/open/spec';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import { count } from '@cpu-bound/study/format';
import { tooLate } from '@cpu-bound/study/model';
import { primes } from '@cpu-bound/workload';
import { type Finding, hasCoreForEach, outcome } from './acceptance.ts';

/** The time that the server takes for each request. */
const SERVER_MS = 20;
/** The median at that time: 2 ms more are the generator's and the network's. */
const MOST_MS = 22;
/** Requests per second. */
const RATES = [10, 100, 1_000];
/** The length of a generator's stop: many times the server's 20 ms, so that late sends are easy to tell apart. */
const STOPPED_MS = 300;

/** The most CPU time of an open loop of 1,000 requests a second, in cores. */
const MOST_CPU = 0.35;

const at = (latencies: Float32Array, p: number) => quantile(sortedCopy(latencies), p);

/** Measures the cost of the open-loop generator against a server that does nothing. */
export async function cost(signal: AbortSignal): Promise<Finding> {
  const { result } = await withNullServer(
    (origin) => runOpenLoop(nullLoad(origin, 1_000, 4), signal),
    signal,
  );
  const cores = result.generatorCpu / result.seconds;
  return {
    id: 'generator-cpu',
    what: "the generator's own CPU at 1000 req/s",
    accepted: `at most ${MOST_CPU * 100} % of a core`,
    observed: `${(cores * 100).toFixed(0)} %`,
    ok: cores <= MOST_CPU,
  };
}

/**
 * Checks the latency of a server that always takes 20 ms: it must be 20 to 22 ms, whatever the rate. Where two generators
 * have a core each, both are checked together, too.
 */
export async function constant(seed: string, signal: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const generators of hasCoreForEach(2) ? [1, 2] : [1])
    for (const perSecond of RATES) {
      const load = { perSecond, seconds: perSecond < 50 ? 10 : 4, seed };
      const { latencies } = await withServer('constant', SERVER_MS, (origin) =>
        runOpenLoop({ ...openLoad({ ...load, origin }), generators }, signal),
      );
      const p50 = at(latencies.fromDue, 0.5);
      findings.push({
        id: `constant-${perSecond}${generators > 1 ? `-by-${generators}` : ''}`,
        what: `a server that takes ${SERVER_MS} ms, at ${perSecond} req/s by ${count(generators, 'generator')}`,
        accepted: `p50 from ${SERVER_MS} to ${MOST_MS} ms`,
        observed: `p50 ${p50.toFixed(2)} ms, n = ${latencies.fromDue.length}`,
        ok: p50 >= SERVER_MS && p50 <= MOST_MS,
      });
    }
  return findings;
}

async function stopFor(ms: number, pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

/**
 * Stops the generator itself, so that it sends late. The interval must reflect that, and still contain the truth. On
 * a busy machine, the truth is more than the server's time, but less than the stop.
 */
export async function stopped(seed: string, signal: AbortSignal): Promise<Finding> {
  const { latencies } = await withServer('constant', SERVER_MS, async (origin) => {
    const started = Promise.withResolvers<readonly number[]>();
    const load = openLoad({ origin, perSecond: 200, seconds: 4, seed });
    const running = runOpenLoop(load, signal, started.resolve);
    running.catch(started.reject);
    const pids = await started.promise;
    await sleep(2_500);
    await stopFor(STOPPED_MS, pids);
    return running;
  });
  const fromSent = latencies.fromDue.map((latency, index) => latency - (latencies.lags[index] ?? 0));
  const [low, high] = [at(fromSent, 0.99), at(latencies.fromDue, 0.99)];
  return {
    id: 'stopped-generator',
    what: `the generator itself stopped for ${STOPPED_MS} ms: p99 from the send time to the due time`,
    accepted: `from ${SERVER_MS} ms or more, and less than half of the stop, to more than half`,
    observed: `${low.toFixed(1)} to ${high.toFixed(1)} ms`,
    ok: low >= SERVER_MS && low <= STOPPED_MS / 2 && high >= STOPPED_MS / 2 && tooLate(high, low),
  };
}

const CLOSED = { seconds: 4, stoppedMs: 2_000 };

/**
 * Stops the generator of a closed loop within its window. The window must have no throughput, and report the length of
 * the stop.
 */
export async function stoppedClosed(signal: AbortSignal): Promise<Finding> {
  const { seconds, stoppedMs } = CLOSED;
  const generators = createGenerators();
  const { closed } = generators;
  try {
    const load = { kind: 'closed', query: {}, connections: 8 } as const;
    const stop = async (origin: string, requests: RequestSource) => {
      const within = Promise.withResolvers<void>();
      const spec = { origin, load, requests, leadInSeconds: 0.5, seconds, workload: primes.name };
      const running = closed.run(spec, signal, (edge) => edge === 'from' && within.resolve());
      running.catch(within.reject);
      await within.promise;
      await stopFor(stoppedMs, closed.pids);
      return running;
    };
    const { result } = await withServer('constant', SERVER_MS, (origin) =>
      withRequest('/', (requests) => stop(origin, requests)),
    );
    const reason = generatorPause(result);
    return {
      id: 'stopped-closed-loop',
      what: `the generator of a closed loop stopped for ${stoppedMs} ms of ${seconds} s`,
      accepted: 'its window is void, and says so',
      observed: reason ?? 'nothing',
      ok: reason !== undefined && result.generatorPauseMs >= stoppedMs / 2,
    };
  } finally {
    await generators.stop();
  }
}

const SECONDS = 2;
const LEAD_IN_SECONDS = 0.5;
const ATTEMPTS = 3;
const CONNECTIONS = 64;
/** Numbers of generators are compared, so their ceilings are searched in smaller steps than that of a run. */
const STEP = 1.25;

/** Compares the requests per second that one, two and three generators send to a server that does nothing. */
export async function several(signal: AbortSignal): Promise<Finding[]> {
  const generators = createGenerators();
  const load = { kind: 'closed', query: {}, connections: CONNECTIONS } as const;
  const shared = { load, workload: primes.name, leadInSeconds: LEAD_IN_SECONDS, seconds: SECONDS };
  const open: number[] = [];
  const closed: number[] = [];
  try {
    await withRequest('/', (requests) =>
      withNullServer(async (origin) => {
        for (const count of [1, 2, 3]) {
          open.push(await generatorCeiling(generators, 1, signal, { count, step: STEP }));
          const task = { ...shared, origin, requests, generators: count };
          const rates: number[] = [];
          for (let attempt = 0; attempt < ATTEMPTS; attempt++)
            rates.push((await generators.closed.run(task, signal)).result.perSecond);
          closed.push(Math.max(...rates));
        }
      }, signal),
    );
  } finally {
    await generators.stop();
  }
  return [finding('open-ceiling', 'an open loop', open), finding('closed-ceiling', 'a closed loop', closed)];
}

const finding = (id: string, loop: string, [one = 0, two = 0, ...more]: readonly number[]): Finding => ({
  id,
  what: `${loop} at most, to a server that does nothing, by one generator, two and three`,
  accepted: 'more by two than by one, where each has a core, and the server',
  observed: [one, two, ...more].map((perSecond) => `${perSecond.toFixed(0)}/s`).join(', '),
  ...outcome(hasCoreForEach(2), two > one),
});

/** Runs `use` against one of the self-check's servers, in a fresh process that is gone afterwards. */
export async function withServer<T>(
  behaviour: 'constant' | 'freezing',
  argument: number,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const name = "the self-check's own server";
  assertProcessRoom(name);
  const child = fork(new URL('./server.ts', import.meta.url), [behaviour, String(argument)]);
  startsThreads(child.pid);
  const gone = once(child, 'exit');
  const lost = gone.then(([code, signal]): never => {
    throw new Error(`${name} ended with ${signal ?? code}`);
  });
  lost.catch(() => {}); // its end is intended after `use`
  try {
    const port = await firstMessage(child, name);
    return await Promise.race([use(`http://127.0.0.1:${port}`), lost]);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

/** Runs `use` with a file of one request, for the closed loop of a server without a workload. */
async function withRequest<T>(path: string, use: (requests: RequestSource) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'one-request-'));
  try {
    const file = join(folder, 'requests.ndjson');
    await writeFile(file, JSON.stringify({ path }));
    return await use({ file, sha256: (await readRequests(file)).sha256, answers: [] });
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Load = Pick<OpenLoopSpec, 'origin' | 'perSecond' | 'seconds' | 'seed'> & { readonly path?: string };

/** Specifies an open loop of one request with Poisson arrivals, on as many connections as it needs. */
export const openLoad = ({ path = '/', ...load }: Load): OpenLoopSpec => ({
  ...load,
  targets: [{ label: 'all', path, weight: 1 }],
  arrivals: 'poisson',
  leadInSeconds: 0.5,
  policy: 'random',
  connections: 128,
  mostConnections: 4_000,
  timeoutMs: 5_000,
});
