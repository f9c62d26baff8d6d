import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generatorPause } from '@cpu-bound/measure/load/closed/limit';
import { createGenerators, runOpenLoop } from '@cpu-bound/measure/load/loads';
import { failedGates, loadLimits } from '@cpu-bound/measure/load/open/gates';
import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import { tooLate } from '@cpu-bound/study/model';
import { ACCEPTANCE, type Finding, hasCoreForEach, within } from './acceptance.ts';
import { openLoad } from './open-load.ts';
import { LOOPS } from './spin.ts';
import { withServer } from './with-server.ts';

const SPIN = fileURLToPath(new URL('./spin.ts', import.meta.url));
const at = (latencies: Float32Array, p: number) => quantile(sortedCopy(latencies), p);

/** Checks the latency of a server that always takes 20 ms: it must be 20 to 22 ms, whatever the rate. */
export async function constant(seed: string, signal: AbortSignal): Promise<Finding[]> {
  const { constantMs, constantRates, constantP50Ms } = ACCEPTANCE;
  const findings: Finding[] = [];
  for (const perSecond of constantRates) {
    const { latencies } = await withServer('constant', constantMs, (origin) =>
      runOpenLoop(openLoad({ origin, perSecond, seconds: perSecond < 50 ? 10 : 4, seed }), signal),
    );
    const p50 = at(latencies.fromDue, 0.5);
    findings.push({
      id: `constant-${perSecond}`,
      what: `a server that takes ${constantMs} ms, at ${perSecond} req/s`,
      accepted: `p50 from ${constantP50Ms.join(' to ')} ms`,
      observed: `p50 ${p50.toFixed(2)} ms, n = ${latencies.fromDue.length}`,
      ok: within(p50, constantP50Ms),
    });
  }
  return findings;
}

/** Checks a server that stops for a second: the requests that were due meanwhile must show their wait. */
export async function freezing(seed: string, signal: AbortSignal): Promise<Finding> {
  const { freezeMs, freezeP99Ms } = ACCEPTANCE;
  const { latencies } = await withServer('freezing', freezeMs, (origin) =>
    runOpenLoop(openLoad({ origin, perSecond: 200, seconds: 10, seed }), signal),
  );
  const p99 = at(latencies.fromDue, 0.99);
  return {
    id: 'freezing',
    what: `a server that freezes for ${freezeMs} ms every 5 s, at 200 req/s`,
    accepted: `p99 from ${freezeP99Ms.join(' to ')} ms`,
    observed: `p99 ${p99.toFixed(0)} ms, n = ${latencies.fromDue.length}`,
    ok: within(p99, freezeP99Ms),
  };
}

/**
 * Stops the generator itself, so that it sends late. The interval must reflect that, and still contain the truth. On
 * a busy machine, the truth is more than the server's time, but less than the stop.
 */
export async function stopped(seed: string, signal: AbortSignal): Promise<Finding> {
  const { constantMs, stoppedMs } = ACCEPTANCE;
  const { latencies } = await withServer('constant', constantMs, async (origin) => {
    const started = Promise.withResolvers<readonly number[]>();
    const load = openLoad({ origin, perSecond: 200, seconds: 4, seed });
    const running = runOpenLoop(load, signal, started.resolve);
    running.catch(started.reject);
    const pids = await started.promise;
    await sleep(2_500);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await sleep(stoppedMs);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    return running;
  });
  const fromSent = latencies.fromDue.map((latency, index) => latency - (latencies.lags[index] ?? 0));
  const [low, high] = [at(fromSent, 0.99), at(latencies.fromDue, 0.99)];
  return {
    id: 'stopped-generator',
    what: `the generator itself stopped for ${stoppedMs} ms: p99 from the send time to the due time`,
    accepted: `from ${constantMs} ms or more, and less than half of the stop, to more than half`,
    observed: `${low.toFixed(1)} to ${high.toFixed(1)} ms`,
    ok: low >= constantMs && low <= stoppedMs / 2 && high >= stoppedMs / 2 && tooLate(high, low),
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
    const { result } = await withServer('busy', 0, async (origin) => {
      const within = Promise.withResolvers<void>();
      const load = { kind: 'closed', query: { loops: String(LOOPS) }, connections: 8 } as const;
      const spec = { origin, load, leadInSeconds: 0.5, seconds, workload: SPIN };
      const running = closed.run(spec, signal, (edge) => edge === 'from' && within.resolve());
      running.catch(within.reject);
      await within.promise;
      for (const pid of closed.pids) process.kill(pid, 'SIGSTOP');
      await sleep(stoppedMs);
      for (const pid of closed.pids) process.kill(pid, 'SIGCONT');
      return running;
    });
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

/**
 * Compares two generators, each with half of the requests, with one: both must measure the same latency. A rate that this
 * machine does not carry measures nothing.
 */
export async function halves(seed: string, signal: AbortSignal): Promise<Finding[]> {
  const { constantMs, twoGeneratorsDiffer, twoGeneratorsRates } = ACCEPTANCE;
  const findings: Finding[] = [];
  for (const perSecond of twoGeneratorsRates) {
    const [one, two] = await withServer('constant', constantMs, async (origin) => {
      const load = openLoad({ origin, perSecond, seconds: perSecond < 50 ? 20 : 4, seed });
      return [
        await runOpenLoop(load, signal),
        await runOpenLoop({ ...load, generators: 2 }, signal),
      ] as const;
    });
    const reasons = [one, two].flatMap(({ result }) => failedGates(result, loadLimits));
    const differs = (ratio: number) => Math.abs(ratio - 1) > twoGeneratorsDiffer;
    const ratios = [0.5, 0.9, 0.99].map((p) => at(two.latencies.fromDue, p) / at(one.latencies.fromDue, p));
    findings.push({
      id: `two-generators-${perSecond}`,
      what: `${perSecond} req/s by two generators against one: p50, p90, p99`,
      accepted: `ratios within ±${twoGeneratorsDiffer * 100} %, where this machine carries the rate; that of p99 where each generator has a core, and the server`,
      observed: [ratios.map((ratio) => ratio.toFixed(3)).join(', '), ...reasons].join('; not carried: '),
      ok: reasons.length > 0 || !(hasCoreForEach(2) ? ratios : ratios.slice(0, 2)).some(differs),
    });
  }
  return findings;
}
