import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@cpu-bound/study/config/config';

/** Who measures on this machine. */
type Claim = {
  readonly pid: number;
  readonly since: string;
  /** `into results/2026-01-31T08-15-30` */
  readonly measures: string;
};

const lockIn = (folder: string) => join(folder, 'cpu-bound-bench.lock');

/**
 * Takes the machine for one bench, by a file in the temporary folder: two that measure at once spoil each other's
 * figures. A file whose process is gone counts for nothing: a bench that is killed leaves it.
 *
 * @param measures what for: the other bench prints it
 * @throws UsageError naming the bench that measures here
 */
export async function claimMachine(
  measures: string,
  folder = tmpdir(),
): Promise<{ release(): Promise<void> }> {
  const file = lockIn(folder);
  const own = `${file}.${process.pid}`;
  const claim: Claim = { pid: process.pid, since: new Date().toISOString(), measures };
  await writeFile(own, JSON.stringify(claim));
  try {
    // To link a file is atomic, its content included.
    await link(own, file).catch(async () => {
      const other = await claimHere(folder);
      if (other) throw refusal(other, file);
      await rm(file, { force: true }); // a crash left it
      await link(own, file);
    });
  } finally {
    await rm(own, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** The bench that measures on this machine; undefined where none does. */
export async function claimHere(folder = tmpdir()): Promise<Claim | undefined> {
  try {
    const claim = JSON.parse(await readFile(lockIn(folder), 'utf8')) as Claim;
    return isAlive(claim.pid) ? claim : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

const refusal = ({ pid, since, measures }: Claim, file: string) =>
  new UsageError([
    `another bench measures on this machine: process ${pid} since ${since}, ${measures}; wait for its end, or end it (where it is no bench, remove ${file})`,
  ]);
