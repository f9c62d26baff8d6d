import { inPercent, type LoadResult, type Milliseconds, type Seconds, type Usage } from '../../model.ts';

/** These are shares of the window. No process computes all the time, because it also waits for its system calls. */
const GENERATOR_BUSY = 0.8;
const SERVICE_BUSY = 0.8;

/** The CPU time that the sending and checking thread used in a window. */
export type ThreadTime = {
  readonly cpu: Seconds;
  /** The time in which the thread could have computed and had no core, as far as the system reports it. */
  readonly waited: Seconds;
};

/**
 * Explains why a closed loop's answers per second are those of its generator, and not of the service. The one thread
 * that sends and checks then had no time left, while the service's workers had.
 *
 * On a busy machine, both wait for a core. Then the limit is the one that computes longer: the thread, or each of the
 * workers.
 *
 * @returns undefined if the service was the limit
 */
export function generatorLimit(
  {
    seconds,
    shares,
    thread,
    generators = 1,
  }: Pick<LoadResult, 'seconds' | 'shares' | 'generators'> & { readonly thread: ThreadTime },
  usage: Pick<Usage, 'serverCpu'> | undefined,
  cores: number,
): string | undefined {
  const computed = thread.cpu / seconds;
  const workers = Math.min(cores, Math.max(1, shares.length));
  const service = usage?.serverCpu === undefined ? undefined : usage.serverCpu / seconds / workers;
  const busy = service === undefined ? computed : computed + thread.waited / seconds;
  if (busy <= GENERATOR_BUSY) return undefined;
  if (service !== undefined && (service >= SERVICE_BUSY || service >= computed)) return undefined;
  const waited = busy - computed > 0.005 ? ` and waited for a core for ${inPercent(busy - computed)}` : '';
  const idle =
    service === undefined ? '' : `, and the service for ${inPercent(service)} of what its workers can`;
  const whose =
    generators === 1
      ? 'generator was the limit: its thread'
      : `generators were the limit: of ${generators}, the busiest`;
  return `the load ${whose} computed for ${inPercent(computed)} of the time${waited}${idle}`;
}

/** A pause below both limits is usual on any busy machine, and services are measured in spite of it. */
const LONG_PAUSE_MS: Milliseconds = 100;
const LONG_PAUSE_SHARE = 0.2;

/** Explains why a window is void: for much of it, its generator could not send; undefined if it could. */
export function generatorPause({
  seconds,
  generatorPauseMs,
}: Pick<LoadResult, 'seconds' | 'generatorPauseMs'>): string | undefined {
  if (generatorPauseMs <= Math.max(LONG_PAUSE_MS, LONG_PAUSE_SHARE * seconds * 1000)) return undefined;
  return `the load generator was stopped or had no core for ${(generatorPauseMs / 1000).toFixed(2)} s of ${seconds} s`;
}
