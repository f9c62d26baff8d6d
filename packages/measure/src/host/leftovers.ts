import { endNow } from './ended.ts';
import { markedProcesses, sweep } from './marker.ts';
import { familyIn, type Process, processTable } from './process-table.ts';
import type { LocalService } from './service.ts';
import { processesOf } from './usage.ts';

/** The processes of a service, with the moment at which each began: a pid may be given again. */
export type Identified = ReadonlyMap<number, Process['began']>;

/** Finds the processes of a service, also those that left its group, its session and its environment. */
export async function identify(service: Pick<LocalService, 'mark' | 'place'>): Promise<Identified> {
  const roots = await processesOf({ ...service, backendPids: [] });
  const table = processTable();
  if (!table) return new Map();
  return new Map([...familyIn(table, roots)].map((pid) => [pid, table.get(pid)?.began ?? 0]));
}

/** Ends whatever is left of a service. @returns how many processes there were */
export async function endLeftovers(mark: string, processes: Identified): Promise<number> {
  const table = processTable();
  const alive = [...processes].filter(([pid, began]) => {
    const entry = table?.get(pid);
    return entry?.began === began && !entry.isZombie;
  });
  const left = new Set([...alive.map(([pid]) => pid), ...(await markedProcesses(mark))]);
  left.forEach(endNow);
  await sweep(mark);
  return left.size;
}
