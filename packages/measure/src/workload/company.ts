import { readdirSync } from 'node:fs';
import { processTable } from '../host/process-table.ts';
import { systemText } from '../host/system-text.ts';

const TASKS = '/proc/self/task';
/** Node's own pool, which starts when it is first used. */
const OF_NODE = 'libuv-worker';

/** Lists the threads of this process without Node's pool, by id; empty if the system does not tell. */
export function threadsNow(): ReadonlySet<string> {
  try {
    return new Set(readdirSync(TASKS).filter((id) => ![OF_NODE, ''].includes(nameOf(id))));
  } catch {
    return new Set();
  }
}

/** Reads the name of a thread; empty if it has ended by now. */
const nameOf = (id: string) => systemText(`${TASKS}/${id}/comm`).trim();

/** Lists the living children of this process; empty if the system does not list them. */
export function childrenNow(): ReadonlySet<number> {
  const others = [...(processTable() ?? [])];
  return new Set(others.filter(([, { parent }]) => parent === process.pid).map(([pid]) => pid));
}
