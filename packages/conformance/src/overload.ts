import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, type Started, startContestant } from './contestant.ts';
import { ask, startLoad } from './load.ts';
import { residentBytes } from './resident.ts';
import { isSoak } from './soak.ts';

/** At full length the figures that the issue of production fitness names; shortened, only what is grossly wrong. */
const figures = isSoak
  ? { seconds: 20, goodput: 0.9, refusedWithinMs: 100, recoveredWithinMs: 5_000, growthBytes: 150 * 2 ** 20 }
  : {
      seconds: 2,
      goodput: 0.5,
      refusedWithinMs: 2_000,
      recoveredWithinMs: 15_000,
      growthBytes: 300 * 2 ** 20,
    };
const OVERLOAD = 3;
/** The headline's input: about 5 ms of work. */
const TASK = '/primes?upTo=200000';
const MAX_PENDING = 64;
const CONNECTIONS = 32;

type Answer = { readonly status: number | string; readonly ms: number };

/** Sends at a steady rate, whatever becomes of it. */
async function offer({ origin }: Started, perSecond: number, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  for (let now = start; now - start < seconds * 1000; now = performance.now()) {
    for (const due = ((now - start) / 1000) * perSecond; answers.length < due; ) {
      const sentAt = performance.now();
      answers.push(
        ask(`${origin}${TASK}`, agent).then(({ outcome }) => ({
          status: outcome,
          ms: performance.now() - sentAt,
        })),
      );
    }
    await sleep(2);
  }
  await Promise.all(answers);
  agent.destroy();
  return Promise.all(answers);
}

const quantile = (values: readonly number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * p)] ?? Number.POSITIVE_INFINITY;

/** Three times what it can do is offered: it goes on at its capacity, refuses the rest, and gets over it. */
export function survivesOverload(folder: string): void {
  it(`keeps its goodput under ${OVERLOAD} times its capacity for ${figures.seconds} s, and refuses the rest`, async () => {
    const service = await startContestant(folder, { MAX_PENDING: String(MAX_PENDING), LOG_LEVEL: 'silent' });
    try {
      await warmUp(service);
      const capacity = await capacityOf(service);
      const idle = quantile(
        (await offer(service, capacity / 10, 1)).map(({ ms }) => ms),
        0.5,
      );
      const before = await residentBytes(service.child.pid ?? 0);
      const answers = await offer(service, capacity * OVERLOAD, figures.seconds);
      const after = await residentBytes(service.child.pid ?? 0);
      const good = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 503);
      assert.equal(good.length + refused.length, answers.length, 'every request is answered or refused');
      const refusedP99 = quantile(
        refused.map(({ ms }) => ms),
        0.99,
      );
      const recovered = await recovery(service, capacity / 10, idle);
      // The machine may have become slower or faster meanwhile, by more than what is asked about.
      const meanCapacity = (capacity + (await capacityOf(service))) / 2;
      const goodput = good.length / figures.seconds / meanCapacity;
      if (isSoak) console.log({ meanCapacity, goodput, refusedP99, recovered, grewBytes: after - before });
      assert.ok(goodput >= figures.goodput, `goodput was ${goodput} of the capacity`);
      assert.ok(refusedP99 < figures.refusedWithinMs, `p99 of the refusals was ${refusedP99} ms`);
      assert.ok(after - before < figures.growthBytes, `${before} bytes became ${after}`);
      assert.ok(recovered < figures.recoveredWithinMs, `latency was back after ${recovered} ms`);
    } finally {
      await endContestant(service);
    }
  });
}

async function warmUp({ origin }: Started): Promise<void> {
  const load = startLoad(origin, CONNECTIONS, { path: TASK });
  await sleep(2_000);
  await load.stop();
}

/** Right answers per second of a closed loop on a warm service. */
async function capacityOf({ origin }: Started): Promise<number> {
  const load = startLoad(origin, CONNECTIONS, { path: TASK });
  const seconds = isSoak ? 5 : 1;
  await sleep(seconds * 1000);
  const answered = load.exchanges.length;
  await load.stop();
  return answered / seconds;
}

/** How long until half of the requests of a light load are as fast as before, within a factor of 3. */
async function recovery(service: Started, perSecond: number, idleMs: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answers = await offer(service, perSecond, 0.5);
    const took = performance.now() - start;
    const normal =
      answers.every(({ status }) => status === 200) &&
      quantile(
        answers.map(({ ms }) => ms),
        0.5,
      ) <
        3 * idleMs;
    if (normal || took > 30_000) return took;
  }
}
