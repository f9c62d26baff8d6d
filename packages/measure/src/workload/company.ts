import { readdirSync, readFileSync } from 'node:fs';
import { processTable } from '../host/process-table.ts';

const TASKS = '/proc/self/task';
/** Node's own pool, which starts when it is first used. */
const OF_NODE = 'libuv-worker';

/**
 * Lists the threads of this process, by their id, without those of Node's pool; empty if the system does not list
 * them.
 */
export function threadsNow(): ReadonlySet<string> {
  try {
    return new Set(readdirSync(TASKS).filter((id) => nameOf(id) !== OF_NODE));
  } catch {
    return new Set();
  }
}

/** Reads the name of a thread, which may have ended by now. */
function nameOf(id: string): string {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
  } catch {
    return OF_NODE;
  }
}

/** Lists the living children of this process; empty if the system does not list them. */
export function childrenNow(): ReadonlySet<number> {
  const others = [...(processTable() ?? [])];
  return new Set(others.filter(([, { parent }]) => parent === process.pid).map(([pid]) => pid));
}
