import { setTimeout as sleep } from 'node:timers/promises';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { oneOff } from '@cpu-bound/measure/host/readiness';
import type { Fault, FaultResult } from '../model.ts';
import { type FaultSite, faultKinds } from './fault-kinds.ts';
import type { ServiceHandle } from './service-handle.ts';
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

const ANSWER_WITHIN_MS = 2_000;

/** Reads from a service's metrics how many jobs it took up again so far; undefined if it does not count them. */
async function retakenJobs({ contestant, service }: ServiceHandle): Promise<number | undefined> {
  const { retakenMetric } = contestant;
  if (retakenMetric === undefined) return undefined;
  try {
    const options = { headers: oneOff, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const text = await (await fetch(`${service().origin}/metrics`, options)).text();
    const line = text.split('\n').find((one) => one.startsWith(retakenMetric));
    const value = Number(line?.split(' ').at(-1));
    return line === undefined || !Number.isFinite(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The jobs taken up between two readings. A service that was started again counts from zero. */
const retakenBetween = (before: number, after: number): number => (after < before ? after : after - before);
