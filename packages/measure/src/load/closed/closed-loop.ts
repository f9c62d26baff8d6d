import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '@cpu-bound/workload/defined';
import autocannon from 'autocannon';
import { waitedForCore } from '../../host/proc.ts';
import type { Edge } from '../../host/task.ts';
import type { Accounting, ClosedLoad, LoadResult, Milliseconds, Seconds } from '../../model.ts';
import { monotonicMs } from '../open/pacer.ts';
import { joinedFacts, noRequests, Tally } from '../tally.ts';
import type { Exchange } from '../verifier.ts';
import { greetOneByOne, type HeldClient, holdClient, type Listener, sendInTurn } from './connection.ts';
import type { ThreadTime } from './limit.ts';

export type ClosedLoopSpec = {
  readonly origin: string;
  readonly load: ClosedLoad;
  readonly leadInSeconds: Seconds;
  readonly seconds: Seconds;
  /** True if the load continues after the window until `finish()`, for `MOST_LEAD_OUT_SECONDS` at most. */
  readonly untilFinish?: boolean;
  /** True if `finish()` ends the window, which has `seconds` at most: the service is measured in frames. */
  readonly inFrames?: boolean;
  /** The path of the request that opens each connection (default: `/hello`). */
  readonly greeting?: string;
};

/** The signals between a load and the process that started it. */
type Surroundings = {
  /** Called once the connections are open; resolves when all generators of the load may begin, with the time. */
  readonly begin?: () => Promise<Milliseconds>;
  readonly passEdge?: (edge: Edge) => void;
  readonly finished?: Promise<void>;
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
/** All generators of a load have opened their connections by then. */
const MOST_SECONDS_TO_BEGIN = 30;
/** The load ends after this time in any case, because the process that calls `finish()` may be gone. */
export const MOST_LEAD_OUT_SECONDS = 15;

/**
 * Drives a closed loop by autocannon: each connection sends its next request when it has its answer, and every answer is verified. A
 * connection that the service closes is opened again, as by any client: only a request without its answer has failed.
 *
 * @param inTurn the requests of each connection
 */
export async function closedLoop(
  { origin, load, leadInSeconds, seconds, untilFinish, inFrames, greeting = '/hello' }: ClosedLoopSpec,
  inTurn: readonly Exchange[],
  { begin = async () => monotonicMs(), passEdge = () => {}, finished = Promise.resolve() }: Surroundings = {},
): Promise<ClosedLoopMeasurement> {
  const windowEnd = leadInSeconds + seconds;
  const limitSeconds = windowEnd + (untilFinish ? MOST_LEAD_OUT_SECONDS : 0);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const clients: HeldClient[] = [];
  const run = autocannon(
    {
      url: origin,
      connections: load.connections,
      // `stop` below ends the load: autocannon's own duration is a whole number of its sampling intervals.
      duration: Math.ceil(limitSeconds) + MOST_SECONDS_TO_BEGIN,
      timeout: TIMEOUT_SECONDS,
      sampleInt: 50, // autocannon obeys `stop` within this time
      setupClient: (client) => clients.push(holdClient(client)),
    },
    (error) => (error ? reject(error) : resolve()),
  );
  await greetOneByOne(clients, greeting);
  const startAt = performance.now() + (await begin()) - monotonicMs();
  const [from, to] = [startAt + leadInSeconds * 1000, startAt + windowEnd * 1000];
  const tally = new Tally({ from, to });
  const self = new SelfWatch(from, to);
  let isOver = false;
  const listener: Listener = {
    sent: () => {
      if (!isOver) tally.counts.sent++;
    },
    unasked: () => {
      if (!isOver) tally.answers.answeredTwice++;
    },
    ended: (verification, at, latency) => {
      if (!isOver) tally.end(verification, at, latency);
    },
    isOver: () => isOver,
  };
  for (const [first, { letGo }] of clients.entries())
    letGo((client) => sendInTurn(client, inTurn, first, listener));
  const passed = (edge: Edge) => {
    self.pass(edge);
    passEdge(edge);
  };
  // The end of the window passes before the wait for it ends, because timers of one length fire in their order.
  const [untilFrom, untilTo] = [from - performance.now(), to - performance.now()];
  const timers = [setTimeout(passed, untilFrom, 'from'), setTimeout(passed, untilTo, 'to')];
  const measured = inFrames
    ? Promise.race([sleep(untilTo, undefined, { ref: false }), finished])
    : sleep(untilTo);
  const limit = sleep(untilTo + (limitSeconds - windowEnd) * 1000, undefined, { ref: false });
  await Promise.race([limit, Promise.all([measured, untilFinish && finished])]);
  isOver = true;
  if (inFrames) self.pass('to');
  const { sent, ok, wrong, refused, failed, timedOut } = tally.counts;
  tally.counts.inFlight = sent - (ok + wrong + refused + failed + timedOut);
  for (const timer of timers) clearTimeout(timer);
  run.stop();
  await ended;
  await tally.answers.judged();
  return {
    result: tally.result(self.process),
    latencies: Float32Array.from(tally.latencies),
    thread: self.thread,
  };
}

/**
 * Drives a closed loop for each of several services at once, of which one runs at a time. The loops begin together.
 *
 * @returns what was measured of each service. The time of this process is divided by the requests that were sent
 */
export async function closedLoops(
  spec: Omit<ClosedLoopSpec, 'origin' | 'greeting'>,
  services: readonly (Pick<ClosedLoopSpec, 'origin' | 'greeting'> & {
    readonly inTurn: readonly Exchange[];
  })[],
  { begin = async () => monotonicMs(), passEdge = () => {}, finished }: Surroundings = {},
): Promise<readonly ClosedLoopMeasurement[]> {
  const all = Promise.withResolvers<Milliseconds>();
  let ready = 0;
  const begun = () => {
    if (++ready === services.length) begin().then(all.resolve, all.reject);
    return all.promise;
  };
  const passed = { from: 0, to: 0 };
  const pass = (edge: Edge) => {
    if (++passed[edge] === (edge === 'from' ? 1 : services.length)) passEdge(edge);
  };
  const measured = await Promise.all(
    services.map(({ inTurn, ...service }) =>
      closedLoop({ ...spec, ...service }, inTurn, { begin: begun, passEdge: pass, finished }),
    ),
  );
  const sent = measured.reduce((sum, { result }) => sum + result.accounting.sent, 0);
  return measured.map(({ result, latencies, thread }) => {
    const share = services.length === 1 ? 1 : result.accounting.sent / Math.max(1, sent);
    return {
      result: { ...result, generatorCpu: share * result.generatorCpu },
      latencies,
      thread: { cpu: share * thread.cpu, waited: share * thread.waited },
    };
  });
}

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

/** Joins what several generators measured in one window, each with a part of the connections. */
export function joined(parts: readonly ClosedLoopMeasurement[]): ClosedLoopMeasurement {
  const [first, second] = parts;
  if (first && !second) return first;
  const { seconds = 0, bins = [] } = first?.result ?? {};
  const results = parts.map(({ result }) => result);
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const { unchecked, answeredTwice, ...facts } = joinedFacts(results);
  const answers = sum((result) => result.answers);
  const accounting = Object.fromEntries(
    Object.keys(noRequests()).map((count) => [
      count,
      sum((result) => result.accounting[count as keyof Accounting]),
    ]),
  ) as Accounting;
  return {
    result: defined({
      accounting,
      answers,
      seconds,
      perSecond: answers / seconds,
      bins: bins.map((_, bin) => sum((result) => result.bins[bin] ?? 0)),
      computeMs: answers === 0 ? 0 : sum((result) => result.answers * result.computeMs) / answers,
      ...facts,
      unchecked: unchecked || undefined,
      answeredTwice: answeredTwice || undefined,
      generatorCpu: sum((result) => result.generatorCpu),
      generators: parts.length,
      generatorPauseMs: Math.max(...results.map((result) => result.generatorPauseMs)),
    }),
    latencies: Float32Array.from(parts.flatMap(({ latencies }) => [...latencies])),
    // They have as many connections each, so the busiest is the first to be the limit.
    thread: parts
      .map(({ thread }) => thread)
      .reduce((busiest, thread) =>
        thread.cpu + thread.waited > busiest.cpu + busiest.waited ? thread : busiest,
      ),
  };
}
