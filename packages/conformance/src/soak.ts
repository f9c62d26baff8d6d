import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, type Place, type Started, startContestant } from './contestant.ts';
import { ask, type Exchange, HANGS, isAlive, type Load, startLoad } from './load.ts';
import { it } from './sentence.ts';
import { TASK_TIMEOUT_MS, TROUBLE } from './trouble.ts';
import { until } from './until.ts';

/** `pnpm test:soak` runs the same tests for as long as they were asked to hold, and with its figures. */
export const isSoak = process.env.SOAK === '1';

export type KillOptions = {
  /** Ends a worker under load; says how many requests that may cost at most. */
  readonly kill: (service: Started, load: Load) => number | Promise<number>;
  readonly env?: Record<string, string>;
  /** How many requests may hang until their clients give up, for each kill; default: none. */
  readonly mayHang?: number;
  /** For a strategy that gives a dead worker's task to another one: the longest time until that begins it. */
  readonly retakenWithinMs?: number;
};

const [KILLS, EVERY_MS] = isSoak ? [12, 5_000] : [2, 800];
/** A request that has no answer by then counts as one that hangs. */
const GIVEN_UP_MS = 20_000;
const CONNECTIONS = 50;
/** Every connection has a request in flight at any time, and the cores have room for the other tests. */
const BLOCK_MS = 10;

const tally = (exchanges: readonly Exchange[]) => {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of exchanges) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return JSON.stringify(outcomes);
};

/** Workers are killed under load: nothing wrong, nothing twice, and no more failures than a kill may cost. */
export const survivesKills = (folder: Place, options: KillOptions): void =>
  it('survives-killed-workers', () => losesOnlyItsOwn(folder, options));

/** The same for processes that a task keeps for ever: the service has to find them and end them. */
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
    assert.equal(wrong.length, 0, 'an answer was wrong, or came twice');
    assert.ok(failed.length <= allowed, `${failed.length} failed, ${allowed} may: ${tally(failed)}`);
    const ended = load.exchanges.filter(({ outcome }) => outcome !== HANGS);
    const hang = load.exchanges.length - ended.length;
    assert.ok(hang <= KILLS * mayHang, `${hang} hang`);
    const slowest = slowestOf(ended);
    // The machine may be slow: it is as slow to the requests beside them.
    const beside = slowestOf(ended.filter((exchange) => !killedAt.some((at) => isUnderWay(exchange, at))));
    const figures = `the slowest took ${slowest} ms, beside kills ${beside} ms`;
    if (retakenWithinMs !== undefined) assert.ok(slowest < retakenWithinMs + beside, figures);
    const after = ended.slice(-CONNECTIONS);
    assert.ok(
      after.every(({ right }) => right),
      `does not serve on: ${tally(after)}`,
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
  exchanges.reduce((most, { startedAt, endedAt }) => Math.max(most, Math.round(endedAt - startedAt)), 0);
const isUnderWay = ({ startedAt, endedAt }: Exchange, at: number) => startedAt <= at && at <= endedAt;

/** Until each client has had an answer to what it asked since, besides. */
async function serveFor(load: Load): Promise<void> {
  const before = load.exchanges.length;
  await sleep(EVERY_MS);
  await until(
    () => load.exchanges.length >= before + 2 * CONNECTIONS,
    () => 'it does not serve on',
  );
}

/** Kills one of the processes that compute, other than the one that was started, once there is another. */
export async function killWorkerProcess(service: Started, load: Load): Promise<number> {
  await untilTwoAnswer(service);
  const [pid] = living(service, load.workers).toReversed();
  assert.ok(pid !== undefined, 'a worker has answered');
  const inFlight = load.inFlightOn(pid);
  process.kill(pid, 'SIGKILL');
  return inFlight;
}

/** Gives one of the processes that compute a task that does not end. Its connections break when it is ended. */
async function hangWorkerProcess(service: Started, load: Load): Promise<number> {
  await untilTwoAnswer(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // both requests go to one process
  const { body } = await ask(`${service.origin}/primes?upTo=10`, agent);
  const inFlight = load.inFlightOn(JSON.parse(body).worker.pid);
  const { outcome } = await ask(`${service.origin}/primes?upTo=10&trouble=endless`, agent);
  agent.destroy();
  assert.equal(outcome, 'ECONNRESET', 'its process is ended');
  return inFlight;
}

/** A thread cannot be killed from outside; a task ends the one that runs it, and fails. */
export async function endThread({ origin }: Started): Promise<number> {
  const { outcome } = await ask(`${origin}/primes?upTo=10&trouble=exits`);
  assert.equal(outcome, 500, 'the task that did it fails');
  return 0;
}

const living = ({ child }: Started, workers: Iterable<number>) =>
  [...workers].filter((worker) => worker !== child.pid && isAlive(worker));

/**
 * What takes the place of the one before may still be starting: none would be left if the other one died, too. Asked
 * over new connections, because those of the load stay with their process.
 */
async function untilTwoAnswer(service: Started): Promise<void> {
  const seen = new Set<number>();
  await until(
    async () => {
      const { outcome, body } = await ask(`${service.origin}/primes?upTo=10`);
      if (outcome === 200) seen.add(JSON.parse(body).worker.pid);
      return living(service, seen).length === 2;
    },
    () => `${seen.size} workers have answered`,
  );
}
