import { readFile } from 'node:fs/promises';

/** In which Linux tells CPU times, on every machine of today. */
const TICKS_PER_SECOND = 100;
/** From the field after the name of the program. */
const [USER, SYSTEM] = [11, 12];

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

/** CPU time of a process and of all below it. Linux tells it; elsewhere the time that has passed stands for it. */
export async function cpuSeconds(pid: number): Promise<number> {
  if (process.platform !== 'linux') return performance.now() / 1000;
  const stat = await read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[USER] ?? 0) + Number(fields[SYSTEM] ?? 0)) / TICKS_PER_SECOND;
  const children = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean);
  const below = await Promise.all(children.map((child) => cpuSeconds(Number(child))));
  return below.reduce((sum, seconds) => sum + seconds, own);
}
