import { oneOff } from '@cpu-bound/measure/host/readiness';
import type { ServiceHandle } from './service-handle.ts';

const ANSWER_WITHIN_MS = 2_000;

/** Reads from a service's metrics how many jobs it took up again so far; undefined if it does not count them. */
export async function retakenJobs({ contestant, service }: ServiceHandle): Promise<number | undefined> {
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
export const retakenBetween = (before: number, after: number): number =>
  after < before ? after : after - before;
