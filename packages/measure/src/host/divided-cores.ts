import { availableCores } from '@cpu-bound/service/container';
import { type CoreDivision, divideCores } from '../model/core-division.ts';
import { SystemRefusal } from '../model/system-error.ts';
import { bySiblings, ownCores } from './cores.ts';
import { moveToCores, withoutTaskset } from './cpu-limits.ts';
import { reasonOf } from './run.ts';

/** The cores of the bench when it began. Later it moves to those of the services. */
const atStart = { all: ownCores(), available: availableCores() };

/**
 * Divides the cores of this machine, or of the bench's part of it, between services and load generators.
 *
 * @param flag the value of `--cores`
 * @param problems gets what is wrong with the flag
 * @returns undefined if services and load generators share all cores
 */
export async function coresFor(
  flag: string | undefined,
  problems: string[],
): Promise<CoreDivision | undefined> {
  const { all, available } = atStart;
  const wanted = flag === undefined ? undefined : Number(flag);
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= available)) {
    problems.push(
      `--cores ${flag}: accepted: an integer from 1 to ${available}, the number of cores that the bench may use here`,
    );
    return undefined;
  }
  // A quota counts the time of all processes, on whichever cores they run.
  if (wanted === available || (wanted === undefined && available < all.length)) return undefined;
  const reason = await withoutTaskset();
  if (reason === undefined) return divideCores(bySiblings(all.slice(0, available)), wanted);
  if (wanted !== undefined)
    problems.push(
      `--cores ${flag}: ${reason}; install it on Linux; elsewhere, measure in a container that has only these cores (--cpuset-cpus)`,
    );
  return undefined;
}

/**
 * Moves this process to the cores of the services. Whatever it starts from now on is there, too: services with all of
 * their processes, Redis, and the kernel alone. `os.availableParallelism()` counts these cores in each of them.
 *
 * @throws SystemRefusal if the system forbids it
 */
export async function moveToServices({ services, of }: CoreDivision): Promise<void> {
  await moveToCores(process.pid, services).catch((error) => {
    throw new SystemRefusal(
      `taskset: services cannot have cores of their own here (${reasonOf(error)}); share all cores: --cores ${of}`,
    );
  });
}
