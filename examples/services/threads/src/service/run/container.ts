import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** The time that a control group allows its processes, in cores, and how often it has stopped them so far. */
export type CpuQuota = { readonly cores: number; readonly throttled: number };

const ROOT = '/sys/fs/cgroup';

/**
 * Counts the cores for which workers are useful: a quota of a container is rounded up, and is at least one. Node.js itself
 * reports the cores of the host under cgroup v1, and below one core with libuv before 1.52.
 */
export const availableCores = (): number =>
  Math.min(availableParallelism(), Math.max(1, Math.ceil(cpuQuota()?.cores ?? Number.POSITIVE_INFINITY)));

/** Names what decided the number of workers, for the log. */
export function sourceOfWorkers(): string {
  if (process.env.WORKERS) return 'WORKERS';
  const { cores = Number.POSITIVE_INFINITY } = cpuQuota() ?? {};
  return cores <= availableCores()
    ? `the container's CPU quota of ${cores} cores, rounded up`
    : 'the cores of the system';
}

/** Reads the smallest quota of this process's groups; undefined without one. */
export function cpuQuota(): CpuQuota | undefined {
  const quotas = groups().flatMap((folder) => {
    const [quota, period] = (
      text(folder, 'cpu.max') ?? `${text(folder, 'cpu.cfs_quota_us')} ${text(folder, 'cpu.cfs_period_us')}`
    )
      .split(/\s+/)
      .map(Number);
    if (!quota || !period || !(quota > 0)) return [];
    const throttled = /^nr_throttled (\d+)/m.exec(text(folder, 'cpu.stat') ?? '')?.[1];
    return [{ cores: quota / period, throttled: Number(throttled ?? 0) }];
  });
  return quotas.sort((a, b) => a.cores - b.cores)[0];
}

const text = (folder: string, file: string): string | undefined => {
  try {
    return readFileSync(join(folder, file), 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** Lists the folders of this process's group and of those above it, of cgroup v2 and v1. */
function groups(): string[] {
  const membership = text('/proc/self', 'cgroup') ?? '';
  const newer = /^0::(.*)$/m.exec(membership)?.[1];
  const older = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(membership)?.[1];
  return [
    ...(newer === undefined ? [] : upTo(ROOT, join(ROOT, newer))),
    ...(older === undefined ? [] : upTo(join(ROOT, 'cpu'), join(ROOT, 'cpu', older))),
  ];
}

/** Lists a folder and those above it, up to a root that contains it: a container sees its own group as the root. */
const upTo = (root: string, folder: string): string[] =>
  folder.length <= root.length ? [root] : [folder, ...upTo(root, dirname(folder))];
