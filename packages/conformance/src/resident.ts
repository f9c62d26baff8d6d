import { readFile } from 'node:fs/promises';

/** Resident memory of a process, in bytes. Linux tells it; elsewhere it is 0, and nothing grows. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
