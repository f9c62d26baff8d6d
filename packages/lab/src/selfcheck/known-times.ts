import { setTimeout as sleep } from 'node:timers/promises';
import { nullLoad, withNullServer } from '@cpu-bound/measure/load/ceiling';
import { generatorPause } from '@cpu-bound/measure/load/closed/limit';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import { createGenerators, runOpenLoop } from '@cpu-bound/measure/load/loads';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import { count } from '@cpu-bound/study/format';
import { tooLate } from '@cpu-bound/study/model';
import { primes } from '@cpu-bound/workload';
import { type Finding, hasCoreForEach } from './acceptance.ts';
import { withRequest } from './one-request.ts';
import { openLoad } from './open-load.ts';
import { withServer } from './with-server.ts';

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
