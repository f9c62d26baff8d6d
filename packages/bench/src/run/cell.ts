import type { Query } from '@cpu-bound/workload';
import type { Contestant } from '../contestants/manifest.ts';
import { flush } from '../host/redis/redis.ts';
import { ContestantFailure, type ServiceProcess, startService } from '../host/service-process.ts';
import { runClosedLoop } from '../load/loads.ts';
import { createVerifier } from '../load/verifier.ts';
import type { Cell, TrialResult, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';
import { measureWindow } from './window.ts';

/** The life of a cell: start, verify, warm up, measure, stop. The processes are gone when this returns. */
export async function runCell(cell: Cell, contestant: Contestant, context: RunContext): Promise<TrialResult> {
  const startedAt = new Date().toISOString();
  const warnings: string[] = [];
  let service: ServiceProcess | undefined;
  try {
    service = await start(contestant, context);
    const { origin, startUpMs, died } = service;
    const signal = AbortSignal.any([context.signal, died]);
    for (const query of queriesOf(cell)) await verifyOnce(origin, query, context);
    await warmUp(origin, cell, context, signal);
    const windows: WindowResult[] = [];
    for (const window of cell.windows)
      windows.push(await measureWindow(origin, cell, window, context, signal));
    warnings.push(...(await service.stop()));
    service = undefined;
    return { state: 'completed', trial: cell, startedAt, startUpMs, windows, warnings };
  } catch (error) {
    context.signal.throwIfAborted();
    // Seconds after a crash the load fails too: the crash is the reason.
    const cause = service?.died.aborted ? service.died.reason : error;
    const failure =
      cause instanceof ContestantFailure
        ? cause
        : new ContestantFailure('load-failed', String(cause), service?.log());
    const log = failure.log.length > 0 ? failure.log : (service?.log() ?? []);
    return { state: 'failed', trial: cell, startedAt, reason: failure.reason, message: failure.message, log };
  } finally {
    await service?.stop();
  }
}

async function start(contestant: Contestant, { config, redis, signal }: RunContext): Promise<ServiceProcess> {
  const needsRedis = contestant.needs?.includes('redis') ?? false;
  if (needsRedis && redis?.owned) await flush(redis.url);
  return startService(contestant, {
    workload: config.workloadSpecifier,
    workers: config.workers,
    signal,
    ...(needsRedis && redis && { redisUrl: redis.url }),
  });
}

const queriesOf = ({ windows }: Cell): Query[] => [
  ...new Map(
    windows.flatMap(({ load }) => (load ? [[JSON.stringify(load.query), load.query]] : [])),
  ).values(),
];

/** A contestant that answers wrongly when idle needs no load to be found out. */
async function verifyOnce(origin: string, query: Query, { config, signal }: RunContext): Promise<void> {
  const url = `${origin}/${config.workload.name}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { signal });
  const verification = createVerifier(config.workload, query)(response.status, await response.text());
  if (verification.outcome === 'ok') return;
  const why = verification.outcome === 'wrong' ? verification.why : `status ${response.status}`;
  throw new ContestantFailure('wrong-answer', `GET ${url.slice(origin.length)}: ${why}`);
}

/** The same load as the windows, not measured: compilers, connections and caches get warm. */
async function warmUp(
  origin: string,
  { windows }: Cell,
  { config }: RunContext,
  signal: AbortSignal,
): Promise<void> {
  const load = windows.find((window) => window.load)?.load;
  if (!load) return;
  const seconds = config.profile.warmUpSeconds;
  const spec = { origin, load, leadInSeconds: 0, seconds, workload: config.workloadSpecifier };
  const { result } = await runClosedLoop(spec, signal);
  if (result.firstWrong !== undefined) throw new ContestantFailure('wrong-answer', result.firstWrong);
}
