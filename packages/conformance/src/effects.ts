import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type Place, readManifest, type Started } from './contestant.ts';
import { ask, type Load } from './load.ts';
import { computedIn } from './requests.ts';
import { isAlive, until } from './until.ts';

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
export async function hangWorkerProcess(service: Started, load: Load): Promise<number> {
  await untilTwoAnswer(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // both requests go to one process
  const answer = await ask(`${service.origin}/primes?upTo=10`, agent);
  const inFlight = load.inFlightOn(computedIn(answer).pid);
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
 * Waits until two processes answer, so that one is left after a kill. New connections are used, because those of the load
 * stay with their process.
 */
async function untilTwoAnswer(service: Started): Promise<void> {
  const seen = new Set<number>();
  await until(
    async () => {
      const answer = await ask(`${service.origin}/primes?upTo=10`);
      if (answer.outcome === 200) seen.add(computedIn(answer).pid);
      return living(service, seen).length === 2;
    },
    () => `${seen.size} of two workers have answered`,
  );
}

/** The effects of a strategy's stopped tasks and dying workers on clients. */
export type Effects = {
  /** The client's view of a stopped task. */
  readonly outcomeOfStoppedTask: 504 | 'ECONNRESET';
  /** Ends a worker under load, and returns how many requests this may fail at most. */
  readonly kill: (service: Started, load: Load) => number | Promise<number>;
  /** The number of requests that may hang until their clients give up, for each kill; default 0. */
  readonly mayHang?: number;
};

const EFFECTS: Readonly<Record<string, Effects>> = {
  // A killed fork loses its accepted requests. A connection on its way to it hangs if it was dealt round-robin.
  cluster: { outcomeOfStoppedTask: 'ECONNRESET', kill: killWorkerProcess, mayHang: 1 },
  threads: { outcomeOfStoppedTask: 504, kill: endThread },
  // No request fails: another worker takes up the job.
  queue: { outcomeOfStoppedTask: 504, kill: killWithoutLoss },
};

async function killWithoutLoss(service: Started, load: Load): Promise<number> {
  await killWorkerProcess(service, load);
  return 0;
}

/** Finds the effects for a contestant, or for the strategy of which it is a peer. */
export function effectsOf(place: Place): Effects | undefined {
  const { id, peerOf = id } = readManifest(place);
  return EFFECTS[peerOf];
}
