import { Agent, get } from 'node:http';
import { headOf, recordIn } from '@cpu-bound/measure/load/answer-head';

const CONNECTIONS = 400;
const AT_ONCE = 50;

/**
 * Sends four hundred requests over connections of their own, 50 at once, as siege opens them.
 *
 * @returns the number that each process answered, the busiest first; a refused request does not count
 */
export async function countProcesses(url: string, signal: AbortSignal): Promise<number[]> {
  const byPid = new Map<number, number>();
  const agent = new Agent({ keepAlive: false });
  let remaining = CONNECTIONS;
  const client = async () => {
    while (remaining-- > 0) {
      const pid = await answeringProcess(url, agent, signal);
      if (pid !== undefined) byPid.set(pid, (byPid.get(pid) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return [...byPid.values()].sort((a, b) => b - a);
}

/** Sends a request. @returns the process that answered it; undefined if it was refused */
const answeringProcess = (url: string, agent: Agent, signal: AbortSignal): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent, signal }, (answer) => {
      const head = headOf(answer.statusCode ?? 0, (name) => answer.headers[name]?.toString());
      const worker = recordIn(head)?.worker;
      answer
        .resume()
        .on('end', () => resolve(worker === undefined ? undefined : Number.parseInt(worker, 10)))
        .on('error', reject);
    }).on('error', reject);
  });
