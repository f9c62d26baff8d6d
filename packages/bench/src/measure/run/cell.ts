import type { Query } from '@cpu-bound/workload';
import type { Cell, ClosedLoad, Outcome, Seconds, VoidWindow, WindowResult } from '../../model.ts';
import type { Contestant } from '../contestants/manifest.ts';
import { ContestantFailure, oneOff, type ServiceProcess } from '../host/service-process.ts';
import { createVerifier } from '../load/verifier.ts';
import type { RunContext } from './context.ts';
import type { Victim } from './fault.ts';
import { settle } from './settle.ts';
import { start } from './start.ts';
import { OutOfReach, VoidCell } from './void-cell.ts';
import { measureWindow } from './window.ts';

/** A void window says nothing of the contestant, so it is measured again, once. */
const ATTEMPTS = 2;

type Measured = { readonly windows: WindowResult[]; readonly voidWindows: VoidWindow[] };

/** The life of a cell: start, verify, warm up, measure, stop. The processes are gone when this returns. */
export async function runCell(cell: Cell, contestant: Contestant, context: RunContext): Promise<Outcome> {
  const { contestants } = context.dimensions;
  const known = contestants[contestant.id] ?? contestants[contestant.id.split(':')[0] ?? ''];
  return withService(contestant, cell, context, async (victim, signal) => {
    const { origin } = victim.service();
    for (const query of queriesOf(cell)) await verifyOnce(origin, query, context);
    const seconds = known?.warmUpSeconds ?? context.config.profile.warmUpSeconds;
    await warmUp(origin, context, seconds, signal());
    const windows: WindowResult[] = [];
    const voidWindows: VoidWindow[] = [];
    for (const window of cell.windows) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        await settle(victim.service(), signal());
        const result = await measureWindow({ cell, window, victim }, context, signal()).catch(voidOnly);
        if (!(result instanceof VoidCell)) {
          windows.push(result);
          break;
        }
        const { reasons } = result;
        const beyond = result instanceof OutOfReach;
        if (attempt < ATTEMPTS && !beyond) continue;
        voidWindows.push({ window: window.id, reasons, ...(beyond && { beyond }) });
        break;
      }
    }
    return { windows, voidWindows };
  });
}

function voidOnly(error: unknown): VoidCell {
  if (error instanceof VoidCell) return error;
  throw error;
}

/**
 * Starts a contestant, lets `measure` use it, and stops it, whatever happens.
 *
 * @param measure is given the service that runs at the moment, and a signal that aborts when the user interrupts
 *   or that service dies
 */
async function withService(
  contestant: Contestant,
  cell: Cell,
  context: RunContext,
  measure: (victim: Victim, signal: () => AbortSignal) => Promise<Measured>,
): Promise<Outcome> {
  let service: ServiceProcess | undefined;
  try {
    const first = await start(contestant, context, cell);
    service = first;
    const warnings: string[] = [];
    const victim: Victim = {
      service: () => service ?? first,
      async restart() {
        const began = performance.now();
        warnings.push(...((await service?.stop()) ?? []));
        const port = Number(new URL(first.origin).port);
        service = await start(contestant, context, { ...cell, port });
        return { tookMs: Math.round(performance.now() - began), startUpMs: Math.round(service.startUpMs) };
      },
    };
    const { windows, voidWindows } = await measure(victim, () =>
      AbortSignal.any([context.signal, victim.service().died]),
    );
    warnings.push(...(await victim.service().stop()));
    service = undefined;
    if (windows.length === 0 && voidWindows.some(({ beyond }) => !beyond)) {
      return { state: 'void', reasons: voidWindows.flatMap(({ reasons }) => reasons) };
    }
    const { startUpMs } = first;
    return {
      state: 'completed',
      startUpMs,
      windows,
      ...(voidWindows.length > 0 && { voidWindows }),
      warnings,
    };
  } catch (error) {
    await context.generators.stop(); // they may be in the middle of a load that nobody wants any more
    context.signal.throwIfAborted();
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

const queriesOf = ({ windows }: Cell): Query[] => {
  const queries = windows.flatMap(({ load }) => {
    if (!load) return [];
    return load.kind === 'open' && load.mix ? load.mix.map(({ query }) => query) : [load.query];
  });
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
};

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
