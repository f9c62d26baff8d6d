import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** The files, sockets and pipes that this process has open, each by its number and its name; on Linux. */
export const filesNow = (): string[] =>
  listed('/proc/self/fd').flatMap((fd) => {
    const file = readOr('', () => readlinkSync(`/proc/self/fd/${fd}`));
    return file === '' || /^anon_inode|^\/dev\/|^\/proc/.test(file) ? [] : [`${fd} ${file}`];
  });

/** The names of the threads that Node.js starts by itself, some of them late. */
const OF_NODE = ['', 'node', 'libuv-worker', 'node-V8Worker', 'DelayedTaskSche', 'SignalInspector'];

/** The threads of this process but those of Node.js itself, and the processes that it started; on Linux. */
export function companyNow(): { readonly threads: number; readonly children: readonly string[] } {
  const tasks = listed('/proc/self/task');
  const read = (task: string, name: string) =>
    readOr('', () => readFileSync(`/proc/self/task/${task}/${name}`, 'utf8').trim());
  return {
    threads: tasks.filter((task) => !OF_NODE.includes(read(task, 'comm'))).length,
    children: tasks.flatMap((task) => read(task, 'children').split(' ').filter(Boolean)),
  };
}

const listed = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Reads a thing that was listed, and may have ended since. */
function readOr(otherwise: string, read: () => string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const BATCHES = 4;
/** A batch in which less than this stays shows no growth: the heap has noise. */
const NOISE = { rss: 2 ** 18, heapUsed: 2 ** 14, external: 2 ** 14 } as const;
type Memory = { readonly [K in keyof typeof NOISE]: number };

/**
 * Calls for a while, and measures what each call leaves in memory.
 *
 * @param ms how long to call
 * @param most calls in each of four batches
 * @returns the number of calls, and the bytes that stay of each: the least of the batches after the first, because noise
 *   does not come in each; 0 where one of them kept nothing
 */
export async function keptByCalls(
  call: () => Promise<unknown>,
  ms: number,
  most: number,
): Promise<{ readonly calls: number; readonly bytes: number }> {
  const session = new Session();
  session.connect();
  const memoryNow = async (): Promise<Memory> => {
    await session.post('HeapProfiler.collectGarbage');
    return process.memoryUsage();
  };
  const grown: (Memory & { readonly calls: number })[] = [];
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      const before = await memoryNow();
      const end = performance.now() + ms / BATCHES;
      let calls = 0;
      do await call();
      while (++calls < most && performance.now() < end);
      const { rss, heapUsed, external } = await memoryNow();
      grown.push({
        calls,
        rss: rss - before.rss,
        heapUsed: heapUsed - before.heapUsed,
        external: external - before.external,
      });
    }
  } finally {
    session.disconnect();
  }
  const [, ...later] = grown;
  const least = (of: keyof Memory) =>
    later.every((batch) => batch[of] > NOISE[of])
      ? Math.min(...later.map((batch) => batch[of] / batch.calls))
      : 0;
  return {
    calls: grown.reduce((sum, batch) => sum + batch.calls, 0),
    bytes: Math.max(least('rss'), least('heapUsed') + least('external')),
  };
}
