import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Place, startForTest } from './contestant.ts';
import { isSoak, it } from './contract.ts';
import { type Effects, effectsOf, hangWorkerProcess } from './effects.ts';
import { type Exchange, HANGS, type Load, startLoad } from './load.ts';
import { TROUBLE } from './trouble.ts';
import { until } from './until.ts';

export type KillOptions = Pick<Effects, 'kill' | 'mayHang'> & {
  /** The longest time until another worker begins the task of a dead one, if the strategy hands it on. */
  readonly retakenWithinMs?: number;
};

const KILLS = isSoak ? 12 : 1;
/** The service serves for this time before each kill. */
const SERVE_MS = isSoak ? 5_000 : 800;
/** A request without an answer after this time hangs. */
const GIVEN_UP_MS = 20_000;
const CONNECTIONS = 50;
/** The time limit of the tasks of processes that hang. The clients give up later. */
const TASK_TIMEOUT_MS = '5000';
/** Every connection always has a request in flight, and the cores have time for the other tests. */
const BLOCK_MS = 10;

const tally = (exchanges: readonly Exchange[]) => {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of exchanges) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return JSON.stringify(outcomes);
};

/**
 * Tests kills of workers under load: no wrong or double answer, and no more failures than a kill may cause.
 *
 * @param options replace the effects of the contestant's strategy
 */
export function survivesKills(folder: Place, options: Partial<KillOptions> = {}): void {
  const effects = effectsOf(folder);
  assert.ok(effects, 'a strategy whose workers die');
  it('survives-killed-workers', (t) => losesOnlyItsOwn(t, folder, { ...effects, ...options }));
}

/** Tests the same for processes with an endless task, which the service has to find and end. */
export function survivesHangs(folder: Place): void {
  const options = { ...effectsOf(folder), kill: hangWorkerProcess };
  it('survives-hanging-workers', (t) => losesOnlyItsOwn(t, folder, options, { TASK_TIMEOUT_MS }));
}

async function losesOnlyItsOwn(
  t: TestContext,
  folder: Place,
  { kill, mayHang = 0, retakenWithinMs }: KillOptions,
  env: Record<string, string> = {},
): Promise<void> {
  const service = await startForTest(t, folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'silent', ...env });
  const load = startLoad(service.origin, CONNECTIONS, { blockMs: BLOCK_MS, hangsAfterMs: GIVEN_UP_MS });
  t.after(load.stop);
  let allowed = 0;
  const killedAt: number[] = [];
  for (let killed = 0; killed < KILLS; killed++) {
    await serveFor(load);
    allowed += (await kill(service, load)) + mayHang;
    const now = performance.now();
    killedAt.push(now);
    // Each task dies at most once, so that its wait has a limit.
    if (retakenWithinMs !== undefined)
      await until(() => load.inFlightSince(now) === 0, 'a task of a killed worker is not taken up');
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
  const undisturbed = slowestOf(ended.filter((exchange) => !killedAt.some((at) => isInFlight(exchange, at))));
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
    'the service answers no more requests',
  );
}
