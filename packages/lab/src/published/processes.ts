import { Agent, get } from 'node:http';

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
      const { worker } = JSON.parse(await textOf(url, agent, signal));
      if (worker) byPid.set(worker.pid, (byPid.get(worker.pid) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return [...byPid.values()].sort((a, b) => b - a);
}

const textOf = (url: string, agent: Agent, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent, signal }, async (answer) => {
      try {
        resolve(Buffer.concat(await answer.toArray()).toString());
      } catch (error) {
        reject(error);
      }
    }).on('error', reject);
  });
