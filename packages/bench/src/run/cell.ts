import type { Query } from '@cpu-bound/workload';
import type { Contestant } from '../contestants/manifest.ts';
import { flush } from '../host/redis/redis.ts';
import { ContestantFailure, oneOff, type ServiceProcess, startService } from '../host/service-process.ts';
import { createVerifier } from '../load/verifier.ts';
import type { Cell, ClosedLoad, Outcome, Seconds, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';
import { settle } from './settle.ts';
import { VoidCell } from './void-cell.ts';
import { measureWindow } from './window.ts';

/** The life of a cell: start, verify, warm up, measure, stop. The processes are gone when this returns. */
export async function runCell(cell: Cell, contestant: Contestant, context: RunContext): Promise<Outcome> {
  const warmUpSeconds = context.dimensions.contestants[contestant.id]?.warmUpSeconds;
  return withService(contestant, context, async (service, signal) => {
    for (const query of queriesOf(cell)) await verifyOnce(service.origin, query, context);
    await warmUp(service.origin, context, warmUpSeconds ?? context.config.profile.warmUpSeconds, signal);
    const windows: WindowResult[] = [];
    for (const window of cell.windows) {
      await settle(service, signal);
      windows.push(await measureWindow(service, cell, window, context, signal));
    }
    return windows;
  });
}

/**
 * Starts a contestant, lets `measure` use it, and stops it, whatever happens.
 *
 * @param measure is given a signal that aborts when the user interrupts or the contestant dies
 */
async function withService(
  contestant: Contestant,
  context: RunContext,
  measure: (service: ServiceProcess, signal: AbortSignal) => Promise<WindowResult[]>,
): Promise<Outcome> {
  let service: ServiceProcess | undefined;
  try {
    service = await start(contestant, context);
    const { startUpMs, died } = service;
    const windows = await measure(service, AbortSignal.any([context.signal, died]));
    const warnings = await service.stop();
    service = undefined;
    return { state: 'completed', startUpMs, windows, warnings };
  } catch (error) {
    await context.generators.stop(); // they may be in the middle of a load that nobody wants any more
    context.signal.throwIfAborted();
    if (error instanceof VoidCell) return { state: 'void', reasons: error.reasons };
    // Moments after a crash the load fails too: the crash is the reason.
    const cause = service?.died.aborted ? service.died.reason : error;
    const failure =
      cause instanceof ContestantFailure
        ? cause
        : new ContestantFailure('load-failed', String(cause), service?.log());
    const log = failure.log.length > 0 ? failure.log : (service?.log() ?? []);
    return { state: 'failed', reason: failure.reason, message: failure.message, log };
  } finally {
    await service?.stop();
  }
}

/** Starts a contestant on an empty Redis, where it needs one. */
export async function start(contestant: Contestant, context: RunContext): Promise<ServiceProcess> {
  const { config, redis, signal } = context;
  const redisUrl = contestant.needs?.includes('redis') ? redis?.url : undefined;
  if (redisUrl !== undefined && redis?.owned) await flush(redisUrl);
  return startService(contestant, {
    workload: config.workloadSpecifier,
    workers: config.workers,
    signal,
    ...(redisUrl !== undefined && { redisUrl }),
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
  const response = await fetch(url, { headers: oneOff, signal });
  const verification = createVerifier(config.workload, query)(response.status, await response.text());
  if (verification.outcome === 'ok') return;
  const why = verification.outcome === 'wrong' ? verification.why : `status ${response.status}`;
  throw new ContestantFailure('wrong-answer', `GET ${url.slice(origin.length)}: ${why}`);
}

/** Saturates it with the headline input, not measured: compilers, connections and caches get warm. */
async function warmUp(
  origin: string,
  context: RunContext,
  seconds: Seconds,
  signal: AbortSignal,
): Promise<void> {
  const { connections, headline, workloadSpecifier: workload } = context.config;
  const load: ClosedLoad = { kind: 'closed', query: headline, connections };
  const spec = { origin, load, leadInSeconds: 0, seconds, workload };
  const { result } = await context.generators.closed.run(spec, signal);
  if (result.firstWrong !== undefined) throw new ContestantFailure('wrong-answer', result.firstWrong);
}
