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

const BATCHES = 5;
/** The fastest of fewer calls would be noise. */
const ENOUGH_CALLS = 50;
/** A batch in which less than this stays shows no growth: the heap has noise. */
const NOISE = { rss: 2 ** 18, heapUsed: 2 ** 14, external: 2 ** 14 } as const;
type Memory = { readonly [K in keyof typeof NOISE]: number };

/**
 * Calls for a while, and measures what each call leaves in memory.
 *
 * @param ms how long to call
 * @param most calls in each of five batches
 * @returns the number of calls, and the bytes that stay of each: the second least of the batches after the first, because
 *   noise comes in one of them; 0 where two kept nothing. With enough calls, also how many times longer the fastest one
 *   took from batch to batch
 */
export async function keptByCalls(
  call: () => Promise<unknown>,
  ms: number,
  most: number,
): Promise<{ readonly calls: number; readonly bytes: number; readonly slowdowns?: readonly number[] }> {
  const session = new Session();
  session.connect();
  const memoryNow = async (): Promise<Memory> => {
    await session.post('HeapProfiler.collectGarbage');
    return process.memoryUsage();
  };
  const grown: (Memory & { readonly calls: number; readonly leastMs: number })[] = [];
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      const before = await memoryNow();
      const end = performance.now() + ms / BATCHES;
      let [calls, leastMs] = [0, Number.POSITIVE_INFINITY];
      do {
        const began = performance.now();
        await call();
        leastMs = Math.min(leastMs, performance.now() - began);
      } while (++calls < most && performance.now() < end);
      const { rss, heapUsed, external } = await memoryNow();
      grown.push({
        ...{ calls, leastMs },
        rss: rss - before.rss,
        heapUsed: heapUsed - before.heapUsed,
        external: external - before.external,
      });
    }
  } finally {
    session.disconnect();
  }
  const [, ...later] = grown;
  const kept = (of: keyof Memory) =>
    later.map((batch) => (batch[of] > NOISE[of] ? batch[of] / batch.calls : 0)).sort((a, b) => a - b)[1] ?? 0;
  return {
    calls: grown.reduce((sum, batch) => sum + batch.calls, 0),
    bytes: Math.max(kept('rss'), kept('heapUsed') + kept('external')),
    ...(grown.every(({ calls }) => calls >= ENOUGH_CALLS) && {
      slowdowns: later.map(({ leastMs }, at) => leastMs / (grown[at]?.leastMs ?? leastMs)),
    }),
  };
}
