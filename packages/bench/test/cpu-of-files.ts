import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CPU time of a test file with all processes that it started and that have ended. */
export type FileCpu = { readonly file: string; readonly cpuS: number };

/** USER_HZ, the unit of /proc/PID/stat, on every Linux (`man 5 proc`). */
const TICKS_PER_SECOND = 100;

/** Reads the CPU seconds of this process and, on Linux, of its ended children and of theirs. */
export function cpuSeconds(): number {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // utime, stime, cutime and cstime: the fields 14 to 17, counted from the name, which may have spaces.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** The file that a test script keeps until its next run: a line for each test file. The script's processes share its name. */
export function storeOf(folder: string): string {
  const cache = join(folder, 'node_modules/.cache/cpu-of-tests');
  mkdirSync(cache, { recursive: true });
  const script = process.env.npm_lifecycle_event ?? 'tests';
  return join(cache, `${script.replaceAll(':', '-')}.ndjson`);
}

export const store = (into: string, measured: FileCpu): void =>
  appendFileSync(into, `${JSON.stringify(measured)}\n`);

export const readStore = (from: string): readonly FileCpu[] =>
  readFileSync(from, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
