import { type Place, readManifest, type Started } from './contestant.ts';
import { endThread, killWorkerProcess } from './deaths.ts';
import type { Load } from './load.ts';

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
