import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import type { Edge } from '../../host/task.ts';
import { waitedForCore } from '../../host/waited-for-core.ts';
import type { ClosedLoad, LoadResult, Milliseconds, Seconds } from '../../model.ts';
import { collect } from '../collect.ts';
import type { Exchange } from '../exchange.ts';
import { Tally } from '../tally.ts';
import type { ThreadTime } from './limit.ts';

export type ClosedLoopSpec = {
  readonly origin: string;
  readonly load: ClosedLoad;
  readonly leadInSeconds: Seconds;
  readonly seconds: Seconds;
  /** True if the load continues after the window until `finish()`, for `MOST_LEAD_OUT_SECONDS` at most. */
  readonly untilFinish?: boolean;
};

/** `thread` has the times of the thread that sends and checks, within the window. */
export type ClosedLoopMeasurement = {
  readonly result: LoadResult;
  readonly latencies: Float32Array;
  readonly thread: ThreadTime;
};

/** The histogram's timer has this period, which adds as much to each of its values. */
const DELAY_RESOLUTION_MS: Milliseconds = 10;
/** The histogram's timer has fired by then, unless there was a pause. */
const FIRST_MS: Milliseconds = 2 * DELAY_RESOLUTION_MS;
/** The timeout exceeds the time for any backlog of `connections` tasks in a reasonable configuration. */
export const TIMEOUT_SECONDS = 30;
/** The load ends after this time in any case, because the process that calls `finish()` may be gone. */
export const MOST_LEAD_OUT_SECONDS = 15;

/** A client tries again after this time if nothing listens, because a loop of refused connections takes a core. */
const REFUSED_PAUSE_MS: Milliseconds = 10;

/**
 * Drives a closed loop: each connection sends its next request when it has its answer, and every answer is verified. A
 * connection that the service closes is opened again, as by any client: only a request without its answer has failed.
 *
 * @param inTurn the requests of each connection
 */
export async function closedLoop(
  { origin, load, leadInSeconds, seconds, untilFinish = false }: ClosedLoopSpec,
  inTurn: readonly Exchange[],
  passEdge: (edge: Edge) => void = () => {},
  finished: Promise<void> = Promise.resolve(),
): Promise<ClosedLoopMeasurement> {
  const windowEnd = leadInSeconds + seconds;
  const limitSeconds = windowEnd + (untilFinish ? MOST_LEAD_OUT_SECONDS : 0);
  const from = performance.now() + leadInSeconds * 1000;
  const tally = new Tally({ from, to: from + seconds * 1000 });
  const self = new SelfWatch(from, from + seconds * 1000);
  const clients = Array.from({ length: load.connections }, () => newClient(origin));
  const all = inTurn.map((exchange) => ({ exchange, request: requestOf(exchange) }));
  let isOver = false;
  /** @param index the request's place in turn: each connection begins with another one */
  function send(client: Client, index: number): void {
    if (isOver) return;
    const { exchange, request } = all[index % all.length] as (typeof all)[number];
    tally.counts.sent++;
    const sentAt = performance.now();
    client.dispatch(
      request,
      collect(exchange.verifier(), (verification) => {
        if (isOver) {
          tally.counts.inFlight++;
          return;
        }
        const at = performance.now();
        tally.end(verification, at, at - sentAt);
        const isRefused = verification.outcome === 'failed' && verification.why.startsWith('ECONNREFUSED');
        // undici's own handler must have ended before the client takes its next request.
        if (isRefused) setTimeout(send, REFUSED_PAUSE_MS, client, index + 1);
        else queueMicrotask(() => send(client, index + 1));
      }),
    );
  }
  const passed = (edge: Edge) => {
    self.pass(edge);
    passEdge(edge);
  };
  const timers = [
    setTimeout(passed, leadInSeconds * 1000, 'from'),
    setTimeout(passed, windowEnd * 1000, 'to'),
  ];
  clients.forEach(send);
  const measured = sleep(windowEnd * 1000);
  const limit = sleep(limitSeconds * 1000, undefined, { ref: false });
  await Promise.race([limit, Promise.all([measured, untilFinish && finished])]);
  isOver = true;
  for (const timer of timers) clearTimeout(timer);
  await Promise.all(clients.map((client) => client.destroy()));
  await tally.judged();
  return {
    result: tally.result(self.process),
    latencies: Float32Array.from(tally.latencies),
    thread: self.thread,
  };
}

const newClient = (origin: string) =>
  new Client(origin, {
    pipelining: 1,
    headersTimeout: TIMEOUT_SECONDS * 1000,
    bodyTimeout: TIMEOUT_SECONDS * 1000,
    connectTimeout: TIMEOUT_SECONDS * 1000,
  });

const requestOf = ({ method, path, headers, body }: Exchange): Dispatcher.DispatchOptions => ({
  method: method as 'GET',
  path,
  headers: { ...headers },
  body: body ?? null,
});

/** Watches the generator itself between the edges of the window. */
class SelfWatch {
  readonly #due: Readonly<Record<Edge, Milliseconds>>;
  readonly #cpu = { from: cpuNow(), to: cpuNow() };
  readonly #delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  #latenessMs: Milliseconds = 0;

  constructor(from: Milliseconds, to: Milliseconds) {
    this.#due = { from, to };
  }

  pass(edge: Edge): void {
    const began = performance.now();
    this.#cpu[edge] = cpuNow();
    // A pause across an edge of the window ends before the histogram's own timer fires.
    this.#wasDue(this.#due[edge]);
    if (edge === 'to') {
      this.#delay.disable();
      return;
    }
    this.#delay.enable();
    // The histogram sees no pause that begins before its timer has fired once.
    setTimeout(() => this.#wasDue(began + FIRST_MS), FIRST_MS);
  }

  #wasDue(at: Milliseconds): void {
    this.#latenessMs = Math.max(this.#latenessMs, performance.now() - at);
  }

  get process(): Pick<LoadResult, 'generatorCpu' | 'generatorPauseMs'> {
    return {
      generatorCpu: this.#cpu.to.process - this.#cpu.from.process,
      generatorPauseMs: Math.max(this.#latenessMs, this.#delay.max / 1e6 - DELAY_RESOLUTION_MS),
    };
  }

  get thread(): ThreadTime {
    const { from, to } = this.#cpu;
    return { cpu: to.thread - from.thread, waited: to.waited - from.waited };
  }
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage): Seconds => (user + system) / 1e6;
const cpuNow = () => ({
  process: secondsOf(process.cpuUsage()),
  thread: secondsOf(process.threadCpuUsage()),
  waited: waitedForCore(),
});
