import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A limit of the processes and threads of a user or of a control group, and how many there are. */
export type ProcessLimit = {
  readonly name: 'ulimit -u' | 'pids.max';
  readonly most: number;
  readonly used: number;
  /** How often the system has refused one; only control groups count it. */
  readonly refusals?: number;
};

/**
 * The threads that a process of Node.js starts with. With room for less, it does not end with an error: it waits for its
 * threads for ever, or aborts.
 */
export const THREADS_OF_NODE = 11;
/** A process that runs without any file or name to look up has these. */
export const FEWEST_THREADS = 7;

/** Finds the limit with the least room; undefined without one, and outside Linux. */
export const processLimit = (): ProcessLimit | undefined =>
  [ofUser(), ...ofGroups()]
    .filter((limit) => limit !== undefined)
    .sort((a, b) => a.most - a.used - (b.most - b.used))[0];

const text = (...path: string[]): string => {
  try {
    return readFileSync(join(...path), 'utf8').trim();
  } catch {
    return '';
  }
};

/** The limit of `ulimit -u`, which does not hold for root. It counts the processes of the user in all shells. */
function ofUser(): ProcessLimit | undefined {
  const most = Number(/^Max processes +(\d+)/m.exec(text('/proc/self/limits'))?.[1]);
  if (!(most > 0) || process.geteuid?.() === 0) return undefined;
  // Counting takes milliseconds. The number of all threads of the system is known, and mostly far below the limit.
  const ofSystem = Number(/\/(\d+) /.exec(text('/proc/loadavg'))?.[1]);
  const used = ofSystem + THREADS_OF_NODE < most / 2 ? ofSystem : threadsOf(process.getuid?.());
  return { name: 'ulimit -u', most, used };
}

function threadsOf(uid: number | undefined): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => {
    const status = text('/proc', pid, 'status');
    return Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) === uid ? sum + threadsIn(status) : sum;
  }, 0);
}

const threadsIn = (status: string) => Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 0);

/** Counts the threads of a process; 0 if it has ended. */
export const threadsOfProcess = (pid: number): number => threadsIn(text('/proc', String(pid), 'status'));

const ROOT = '/sys/fs/cgroup';

/** The limits of the control groups of this process, of cgroup v2 and v1: a container has one, and a service of systemd. */
function ofGroups(): ProcessLimit[] {
  const membership = text('/proc/self/cgroup');
  const newer = /^0::(.*)$/m.exec(membership)?.[1];
  const older = /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m.exec(membership)?.[1];
  const folders = [
    ...(newer === undefined ? [] : upTo(ROOT, join(ROOT, newer))),
    ...(older === undefined ? [] : upTo(join(ROOT, 'pids'), join(ROOT, 'pids', older))),
  ];
  return folders.flatMap((folder) => {
    const most = Number(text(folder, 'pids.max')); // NaN for the word “max”
    if (!(most > 0)) return [];
    const refusals = Number(/^max (\d+)/m.exec(text(folder, 'pids.events'))?.[1] ?? 0);
    return [{ name: 'pids.max', most, used: Number(text(folder, 'pids.current')), refusals }];
  });
}

/** Lists a folder and those above it, up to a root that contains it: a container sees its own group as the root. */
const upTo = (root: string, folder: string): string[] =>
  folder.length <= root.length ? [root] : [folder, ...upTo(root, dirname(folder))];

const OF: Readonly<Record<ProcessLimit['name'], { readonly whose: string; readonly remedy: string }>> = {
  'ulimit -u': { whose: 'this user may have', remedy: 'raise it (ulimit -u 4096)' },
  'pids.max': {
    whose: 'this container or control group may have',
    remedy: 'raise it (docker run --pids-limit 4096, or TasksMax=4096 of systemd)',
  },
};

/** Names the limit, its value and the remedy. @param why what it does not allow */
export const refusedBy = ({ name, most, used }: ProcessLimit, why: string): string =>
  `${name}: ${OF[name].whose} ${most} processes and threads, and has ${used}: ${why}; ${OF[name].remedy}, or end other programs`;
