import { readFile } from 'node:fs/promises';

/** Reads the resident memory of a process, in bytes. Outside Linux it is 0, so no growth is seen. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
