import type { LoadResult, Seconds, Usage } from '../../model.ts';

/** Shares of the time. No process computes all the time: it also waits for a core, and for its system calls. */
const GENERATOR_BUSY = 0.8;
const SERVICE_BUSY = 0.8;

/**
 * Why a closed loop's answers per second are those of its generator, and not of the service: the one thread that sends
 * and checks was at its limit, while the service had not as much to do as its workers can. Undefined where they are not.
 *
 * @param threadCpu CPU seconds of that thread
 */
export function generatorLimit(
  { seconds, shares, threadCpu }: Pick<LoadResult, 'seconds' | 'shares'> & { readonly threadCpu: Seconds },
  usage: Pick<Usage, 'serverCpu'> | undefined,
  cores: number,
): string | undefined {
  const generator = threadCpu / seconds;
  const workers = Math.min(cores, Math.max(1, shares.length));
  const service = usage?.serverCpu === undefined ? undefined : usage.serverCpu / seconds;
  if (generator <= GENERATOR_BUSY || (service !== undefined && service >= SERVICE_BUSY * workers))
    return undefined;
  const idle =
    service === undefined
      ? ''
      : `, and the service for ${percent(service / workers)} of what its workers can`;
  return `the load generator was the limit: its thread computed for ${percent(generator)} of the time${idle}`;
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
