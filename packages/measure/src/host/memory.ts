import { readFile } from 'node:fs/promises';
import { freemem } from 'node:os';

/** Reads how many bytes a new process can have before the system swaps. */
export async function availableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1];
  return kib === undefined ? freemem() : Number(kib) * 1024;
}
