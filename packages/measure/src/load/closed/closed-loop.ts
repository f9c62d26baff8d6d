import type { EventEmitter } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Edge } from '../../host/task.ts';
import { waitedForCore } from '../../host/waited-for-core.ts';
import type { ClosedLoad, LoadResult, Milliseconds, Seconds } from '../../model.ts';
import type { Exchange } from '../exchange.ts';
import { Tally } from '../tally.ts';
import type { AnswerCheck, Verification } from '../verifier.ts';
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

/** The service spells the header in this way. */
const RESULT_HEADER = 'X-Result';
/** The histogram's timer has this period, which adds as much to each of its values. */
const DELAY_RESOLUTION_MS: Milliseconds = 10;
/** The histogram's timer has fired by then, unless there was a pause. */
const FIRST_MS: Milliseconds = 2 * DELAY_RESOLUTION_MS;
/** The timeout exceeds the time for any backlog of `connections` tasks in a reasonable configuration. */
export const TIMEOUT_SECONDS = 30;
/** The load ends after this time in any case, because the process that calls `finish()` may be gone. */
export const MOST_LEAD_OUT_SECONDS = 15;

/**
 * Drives a closed loop with autocannon and verifies every answer. Latencies come per response, since autocannon's own
 * percentiles are whole milliseconds and count refusals.
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
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  let isOver = false;
  let late = 0;
  const options: autocannon.Options = {
    url: origin,
    connections: load.connections,
    // `finish` below ends the load: autocannon's own duration is a whole number of its sampling intervals.
    duration: Math.ceil(limitSeconds) + 5,
    timeout: TIMEOUT_SECONDS,
    sampleInt: 50, // autocannon obeys `stop` within this time
    setupClient: verifyAnswers(inTurn, (verification, latency) => {
      if (isOver) late++;
      else tally.answer({ verification, at: performance.now(), latency });
    }),
  };
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  run.on('reqError', (error) => {
    if (isOver) late++;
    else tally.counts[error.message === 'request timed out' ? 'timedOut' : 'failed']++;
  });
  const passed = (edge: Edge) => {
    self.pass(edge);
    passEdge(edge);
  };
  const finish = () => {
    isOver = true;
    run.stop();
  };
  const timers = [
    setTimeout(passed, leadInSeconds * 1000, 'from'),
    setTimeout(passed, windowEnd * 1000, 'to'),
    setTimeout(finish, limitSeconds * 1000),
  ];
  if (untilFinish) void Promise.all([finished, sleep(windowEnd * 1000)]).then(finish);
  const { requests } = await promise;
  for (const timer of timers) clearTimeout(timer);
  accountForUnanswered(tally.counts, requests.sent - late, load.connections);
  await tally.judged();
  return {
    result: tally.result(self.process),
    latencies: Float32Array.from(tally.latencies),
    thread: self.thread,
  };
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

/**
 * Makes each connection send the requests in turn, and verify each piece of an answer as it comes. Pieces are not
 * decoded: octets need not be text, and a letter may lie in two pieces. All connections use the same requests, so
 * each body is in memory once.
 */
function verifyAnswers(
  inTurn: readonly Exchange[],
  onAnswer: (verification: Verification, latency: Milliseconds) => void,
): (client: autocannon.Client) => void {
  let result: string | undefined;
  // autocannon calls this right before the event `response` of its connection.
  const onResponse: autocannon.Request['onResponse'] = (_status, _text, _context, headers = {}) => {
    result = headers[RESULT_HEADER]?.toString();
  };
  const requests = inTurn.map((one) => ({ ...requestOf(one), onResponse }));
  let connected = 0;
  return (client) => {
    const first = connected++ % requests.length;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    let index = first - 1;
    const begin = () => (inTurn[index % inTurn.length] as Exchange).verifier();
    let check: AnswerCheck;
    // Each request is the next one, also after a broken connection. The types do not have this event.
    (client as EventEmitter).on('request', () => index++);
    client.on('headers', () => {
      check = begin();
    });
    client.on('body', (piece) => check.add(piece));
    client.on('response', (status, _bytes, latency) => onAnswer(check.end(status, result), latency));
  };
}

const requestOf = ({ method, path, headers, body }: Exchange): autocannon.Request => ({
  method: method as 'GET',
  path,
  headers,
  ...(body && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
});

/**
 * Counts the requests without an answer. Each connection waits for one answer when the load ends. If the server
 * closes a connection meanwhile, autocannon connects and sends again without a report: those requests are lost.
 */
function accountForUnanswered(counts: Tally['counts'], sent: number, connections: number): void {
  const { ok, wrong, refused, failed, timedOut } = counts;
  const lost = sent - connections - (ok + wrong + refused + failed + timedOut);
  Object.assign(counts, { sent, lost, inFlight: connections });
}
