import { setTimeout as sleep } from 'node:timers/promises';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import type { Fault, FaultResult } from '../model.ts';
import { type FaultSite, faultKinds } from './fault-kinds.ts';
import { retakenBetween, retakenJobs } from './retaken-jobs.ts';
import { UnsoundWindow } from './unsound-window.ts';

/** A fault that waits for its window to begin. */
export type ArmedFault = {
  /** The fault happens `atSeconds` after this call. */
  begin(): void;
  /** Resolves when the fault is over. @throws UnsoundWindow if the bench could not carry it out: that is no measurement */
  outcome(): Promise<FaultResult>;
};

/** Gets everything ready, so that the fault itself takes no time. @throws ImpossibleWindow if there is nothing to hit */
export async function armFault({ kind, atSeconds }: Fault, site: FaultSite): Promise<ArmedFault> {
  const harm = await faultKinds[kind].arm(site);
  const before = await retakenJobs(site.handle);
  const over = Promise.withResolvers<FaultResult>();
  over.promise.catch(() => {}); // the caller sees the error when it awaits the outcome
  const happen = async (): Promise<FaultResult> => {
    const beganAt = performance.now();
    await sleep(atSeconds * 1000, undefined, { signal: site.signal });
    const atMs = Math.round(performance.now() - beganAt);
    return { kind, atMs, ...(await harm()) };
  };
  return {
    begin: () => over.resolve(happen()),
    async outcome() {
      const result = await over.promise.catch((error: Error) => {
        throw error instanceof ContestantFailure ? error : new UnsoundWindow([`the fault: ${error.message}`]);
      });
      const after = await retakenJobs(site.handle);
      return before === undefined || after === undefined
        ? result
        : { ...result, retaken: retakenBetween(before, after) };
    },
  };
}
