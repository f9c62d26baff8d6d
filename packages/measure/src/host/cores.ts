import { systemText } from './system-text.ts';

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
