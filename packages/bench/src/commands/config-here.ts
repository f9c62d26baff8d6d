import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { findCpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import { fileLimit } from '@cpu-bound/measure/host/doctor';
import { SystemRefusal } from '@cpu-bound/measure/model/system-error';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { type Config, configOf, type RunSettings } from '@cpu-bound/study/config/config';
import type { Manifest } from '@cpu-bound/study/model';
import type { Backends } from './backends-for.ts';

/** A generous estimate of a contestant's memory: four contestants and Redis took 1.1 GiB on two cores. */
const MEMORY_OF_ONE = 0.4 * 2 ** 30;

/**
 * Completes the settings for this machine: the contestants whose needs are met, and the abilities of the machine and
 * its Redis. It also returns the missing contestants, each with its reason.
 *
 * @throws UsageError if no contestant can run, SystemRefusal if a service could not open all of its connections
 */
export async function configHere(
  settings: RunSettings,
  { redis, missing: withoutBackend }: Pick<Backends, 'redis' | 'missing'>,
  { octets = { in: 0, out: 0 } }: Pick<WorkloadFacts, 'octets'>,
): Promise<{ readonly config: Config; readonly missing: Manifest['missing'] }> {
  const largest = Math.max(octets.in, octets.out);
  const tooSmall = settings.contestants.flatMap(({ id, mostOctets = Number.POSITIVE_INFINITY }) =>
    largest <= mostOctets
      ? []
      : [
          {
            contestant: id,
            reason: `bodies and answers of up to ${inMib(mostOctets)} reach its workers, and this input has ${inMib(largest)}; store large ones elsewhere, and send where they are`,
          },
        ],
  );
  const missing = [...(settings.without ?? []), ...withoutBackend, ...tooSmall];
  const contestants = settings.contestants.filter(
    ({ id }) => !missing.some(({ contestant }) => contestant === id),
  );
  const available = process.availableMemory();
  assertMemory(available);
  const subjects = contestants.filter(isStartable).length + 1; // the twin is one more
  const config = configOf(settings, contestants, {
    cpuLimits: await findCpuLimits(),
    ownRedis: redis?.own !== undefined,
    sideBySide: available >= subjects * MEMORY_OF_ONE,
  });
  await assertFiles(config.connections);
  return { config, missing };
}

/** The load generators with the smallest contestant have needed this much. */
const LEAST_MEMORY = 0.5 * 2 ** 30;

/** @throws SystemRefusal if not even one contestant fits: the system would end the bench without a word */
function assertMemory(available: number): void {
  if (available >= LEAST_MEMORY) return;
  throw new SystemRefusal(
    `memory: this machine, or the limit of its container, leaves ${inMib(available)}, and the load generators with one contestant need ${inMib(LEAST_MEMORY)}; end other programs, or give the container more (2 GiB for all contestants)`,
  );
}

const inMib = (octets: number) => `${Number((octets / 2 ** 20).toPrecision(3))} MiB`;

/** A process also opens modules, pipes, libraries and a log. */
const OTHER_FILES = 100;

/** @throws SystemRefusal if a service could not open all connections at once: the others would be reset */
async function assertFiles(connections: number): Promise<void> {
  const limit = await fileLimit();
  if (limit >= connections + OTHER_FILES) return;
  throw new SystemRefusal(
    `ulimit -n: this shell allows ${limit} open files a process, and ${connections} connections need ${connections + OTHER_FILES}; raise it: ulimit -n 4096`,
  );
}
