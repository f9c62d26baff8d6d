import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { availableCores } from '@cpu-bound/service/container';
import { type CoreDivision, divideCores } from '../model/core-division.ts';
import { SystemRefusal } from '../model/errors.ts';
import { MARKER } from './marker.ts';
import { systemText } from './proc.ts';
import { onPath, reasonOf, run } from './run.ts';

/** Lists the cores that this process may use, in their order. It is empty if the system does not tell. */
export function ownCores(): number[] {
  const allowed = coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(systemText('/proc/self/status'))?.[1] ?? '');
  const online = coresIn(systemText('/sys/devices/system/cpu/online'));
  // A process may be allowed cores that the machine could have and has not.
  return allowed.filter((core) => online.length === 0 || online.includes(core));
}

/** Reads a list of the system: `0-2,8` has the cores 0, 1, 2 and 8. */
export const coresIn = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map((bound) => Number.parseInt(bound, 10));
    return Number.isNaN(from) ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });

/** Groups cores that are hyper-threads of one physical core, by their first one. */
export const bySiblings = (cores: readonly number[]): number[][] => [
  ...Map.groupBy(
    cores,
    (core) => systemText(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`) || core,
  ).values(),
];

/** The reasons why this machine cannot limit a service to some cores, or to a fraction of one; absent if it can. */
export type CpuLimits = { readonly withoutCores?: string; readonly withoutShare?: string };

/** A group of processes that share a limit of CPU time. */
export type CpuQuota = {
  /** The file for process numbers: a process whose number is written there joins the group, with its later children. */
  readonly procs: string;
  /** Removes the group once its processes are gone. */
  remove(): Promise<void>;
};

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

export async function findCpuLimits(): Promise<CpuLimits> {
  const quota = await cpuQuota(1).catch((error: Error) => error);
  if (!(quota instanceof Error)) await quota.remove();
  return {
    withoutCores: await withoutTaskset(),
    withoutShare:
      quota instanceof Error
        ? `no CPU quota can be set here (${quota.message}): that takes root and a writable cgroup`
        : undefined,
  };
}

/** Says why processes cannot be restricted to some cores here; undefined if they can. */
export const withoutTaskset = async (): Promise<string | undefined> =>
  (await onPath('taskset')) === undefined
    ? 'taskset (util-linux) is not installed, which restricts processes to some cores'
    : undefined;

/** Makes a cgroup with the time of this many cores, as a container's limit. @throws if the system has none */
export async function cpuQuota(cores: number): Promise<CpuQuota> {
  const folder = join(existsSync(join(ROOT, 'cgroup.controllers')) ? ROOT : join(ROOT, 'cpu'), newGroup());
  const isNewer = !folder.startsWith(join(ROOT, 'cpu/'));
  await mkdir(folder);
  const remove = () => rmdir(folder).catch(() => {}); // a process is still in it, or it was not made
  try {
    const quota = Math.round(cores * PERIOD_US);
    if (isNewer) await writeFile(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
    else {
      await writeFile(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      await writeFile(join(folder, 'cpu.cfs_quota_us'), String(quota));
    }
    return { procs: join(folder, 'cgroup.procs'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Makes the prefix of one run's groups, so that another run does not remove them as leftovers. */
const prefixOf = (mark: string) => `cpu-bound-bench-${mark.slice(0, 8)}-`;

/** Makes the name of a group. */
export const newGroup = (): string => `${prefixOf(process.env[MARKER] ?? 'bench')}${randomUUID()}`;

/** Finds the cgroup v2 of this process; some machines have it beside v1, for accounts alone. */
export function ownGroup(): string | undefined {
  const path = /^0::(.*)$/m.exec(systemText('/proc/self/cgroup'))?.[1];
  const root = [ROOT, join(ROOT, 'unified')].find((folder) => existsSync(join(folder, 'cgroup.controllers')));
  return path === undefined || root === undefined ? undefined : join(root, path);
}

/** Removes the groups that a killed run left, once its processes are gone. */
export async function removeQuotas(mark: string): Promise<void> {
  for (const folder of new Set([ROOT, join(ROOT, 'cpu'), ownGroup() ?? ROOT])) {
    const names = await readdir(folder).catch(() => []); // this machine has no such groups
    for (const name of names.filter((group) => group.startsWith(prefixOf(mark))))
      await rmdir(join(folder, name)).catch(() => {}); // a process is still in it
  }
}

type Command = readonly [string, ...string[]];

/** Limits a command to the first of the cores that the bench may use. */
export const onCores = (count: number, command: Command): Command => [
  'taskset',
  '-c',
  ownCores().slice(0, count).join(),
  ...command,
];

export const withQuota = ({ procs }: CpuQuota, command: Command): Command => [
  'sh',
  '-c',
  'echo $$ > "$0" && exec "$@"',
  procs,
  ...command,
];

/**
 * Moves a process with all of its threads to these cores. The options are those of util-linux and of BusyBox.
 *
 * @throws if it has ended, or the system forbids it
 */
export async function moveToCores(pid: number, cores: readonly number[]): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', cores.join(), String(pid)]);
}

/** Moves a process that may have ended, as far as the system allows. */
export const tryToMove = (pid: number, cores: readonly number[]): Promise<void> =>
  moveToCores(pid, cores).catch(() => {});

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
