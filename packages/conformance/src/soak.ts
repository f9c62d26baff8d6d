import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, type Place, type Started, startContestant } from './contestant.ts';
import { ask, type Exchange, HANGS, isAlive, type Load, startLoad } from './load.ts';
import { it } from './sentence.ts';
import { TASK_TIMEOUT_MS, TROUBLE } from './trouble.ts';
import { until } from './until.ts';

/** `pnpm test:soak` runs the same tests for longer, and prints their figures. */
export const isSoak = process.env.SOAK === '1';

export type KillOptions = {
  /** Ends a worker under load, and returns how many requests this may fail at most. */
  readonly kill: (service: Started, load: Load) => number | Promise<number>;
  readonly env?: Record<string, string>;
  /** The number of requests that may hang until their clients give up, for each kill; default 0. */
  readonly mayHang?: number;
  /** The longest time until another worker begins the task of a dead one, if the strategy hands it on. */
  readonly retakenWithinMs?: number;
};

const KILLS = isSoak ? 12 : 2;
/** The service serves for this time before each kill. */
const SERVE_MS = isSoak ? 5_000 : 800;
/** A request without an answer after this time hangs. */
const GIVEN_UP_MS = 20_000;
const CONNECTIONS = 50;
/** Every connection always has a request in flight, and the cores have time for the other tests. */
const BLOCK_MS = 10;

const tally = (exchanges: readonly Exchange[]) => {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of exchanges) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return JSON.stringify(outcomes);
};

/** Tests kills of workers under load: no wrong or double answer, and no more failures than a kill may cause. */
export const survivesKills = (folder: Place, options: KillOptions): void =>
  it('survives-killed-workers', () => losesOnlyItsOwn(folder, options));

/** Tests the same for processes with an endless task, which the service has to find and end. */
export const survivesHangs = (folder: Place, options: Pick<KillOptions, 'mayHang'>): void =>
  it('survives-hanging-workers', () =>
    losesOnlyItsOwn(folder, { ...options, kill: hangWorkerProcess, env: { TASK_TIMEOUT_MS } }));

async function losesOnlyItsOwn(
  folder: Place,
  { kill, env = {}, mayHang = 0, retakenWithinMs }: KillOptions,
): Promise<void> {
  const service = await startContestant(folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'silent', ...env });
  const load = startLoad(service.origin, CONNECTIONS, { blockMs: BLOCK_MS, hangsAfterMs: GIVEN_UP_MS });
  try {
    let allowed = 0;
    const killedAt: number[] = [];
    for (let killed = 0; killed < KILLS; killed++) {
      await serveFor(load);
      allowed += (await kill(service, load)) + mayHang;
      const now = performance.now();
      killedAt.push(now);
      // Each task dies at most once, so that its wait has a limit.
      if (retakenWithinMs !== undefined)
        await until(
          () => load.inFlightSince(now) === 0,
          () => 'a task of a killed worker is not taken up',
        );
    }
    await serveFor(load);
    await load.stop();
    const failed = load.exchanges.filter(({ outcome }) => outcome !== 200);
    const wrong = load.exchanges.filter(({ outcome, right }) => outcome === 200 && !right);
    assert.equal(wrong.length, 0, 'an answer is wrong, or came twice');
    assert.ok(
      failed.length <= allowed,
      `${failed.length} requests failed, ${allowed} are allowed: ${tally(failed)}`,
    );
    const ended = load.exchanges.filter(({ outcome }) => outcome !== HANGS);
    const hang = load.exchanges.length - ended.length;
    assert.ok(hang <= KILLS * mayHang, `${hang} requests hang, ${KILLS * mayHang} are allowed`);
    const slowest = slowestOf(ended);
    // A slow machine also delays the requests that meet no kill.
    const undisturbed = slowestOf(
      ended.filter((exchange) => !killedAt.some((at) => isInFlight(exchange, at))),
    );
    const figures = `the slowest request took ${slowest} ms, without a kill ${undisturbed} ms`;
    if (retakenWithinMs !== undefined) assert.ok(slowest < retakenWithinMs + undisturbed, figures);
    const after = ended.slice(-CONNECTIONS);
    assert.ok(
      after.every(({ right }) => right),
      `the service does not recover: ${tally(after)}`,
    );
    if (isSoak)
      console.log(
        `${load.exchanges.length} requests, ${failed.length} failed of ${allowed} allowed, ${figures}`,
      );
  } finally {
    await load.stop();
    await endContestant(service);
  }
}

const slowestOf = (exchanges: readonly Exchange[]) =>
  exchanges.reduce(
    (slowest, { startedAt, endedAt }) => Math.max(slowest, Math.round(endedAt - startedAt)),
    0,
  );
const isInFlight = ({ startedAt, endedAt }: Exchange, at: number) => startedAt <= at && at <= endedAt;

/** Lets the load run, at least until each client has had an answer to a request that it sent meanwhile. */
async function serveFor(load: Load): Promise<void> {
  const before = load.exchanges.length;
  await sleep(SERVE_MS);
  await until(
    () => load.exchanges.length >= before + 2 * CONNECTIONS,
    () => 'the service answers no more requests',
  );
}

/** Kills a worker process, once two have answered. */
export async function killWorkerProcess(service: Started, load: Load): Promise<number> {
  await untilTwoAnswer(service);
  const [pid] = living(service, load.workers).toReversed();
  assert.ok(pid !== undefined, 'no worker process has answered');
  const inFlight = load.inFlightOn(pid);
  process.kill(pid, 'SIGKILL');
  return inFlight;
}

/** Sends an endless task to a worker process. Its connections break when the service ends it. */
async function hangWorkerProcess(service: Started, load: Load): Promise<number> {
  await untilTwoAnswer(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // both requests go to one process
  const { body } = await ask(`${service.origin}/primes?upTo=10`, agent);
  const inFlight = load.inFlightOn(JSON.parse(body).worker.pid);
  const { outcome } = await ask(`${service.origin}/primes?upTo=10&trouble=endless`, agent);
  agent.destroy();
  assert.equal(outcome, 'ECONNRESET', 'the process with the endless task is not ended');
  return inFlight;
}

/** Ends a thread by a task that exits, since a thread cannot be killed from outside. */
export async function endThread({ origin }: Started): Promise<number> {
  const { outcome } = await ask(`${origin}/primes?upTo=10&trouble=exits`);
  assert.equal(outcome, 500, 'the task that ends its thread does not get 500');
  return 0;
}

const living = ({ child }: Started, workers: Iterable<number>) =>
  [...workers].filter((worker) => worker !== child.pid && isAlive(worker));

/**
 * Waits for the replacement of the worker killed before, so that a kill leaves one worker. New connections are used,
 * because those of the load stay with their process.
 */
async function untilTwoAnswer(service: Started): Promise<void> {
  const seen = new Set<number>();
  await until(
    async () => {
      const { outcome, body } = await ask(`${service.origin}/primes?upTo=10`);
      if (outcome === 200) seen.add(JSON.parse(body).worker.pid);
      return living(service, seen).length === 2;
    },
    () => `${seen.size} of two workers have answered`,
  );
}
