import { link, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { UsageError } from '@cpu-bound/study/config/config';

/** The process that measures on this machine. */
type Claim = {
  readonly pid: number;
  readonly since: string;
  /** `into results/2026-01-31T08-15-30` */
  readonly measures: string;
};

const LOCK = 'cpu-bound-bench.lock';
/** The name of a lock. A second lock is made where the first one is left by another user's killed bench. */
const NAME = new RegExp(`^${LOCK}(?:-\\d+)?$`);
const MOST_LEFT = 100;
const remove = (file: string) => unlink(file).catch(() => {});

/**
 * Claims the machine for one bench by a file in the temporary folder, because two benches that measure at once
 * distort each other's figures. A file whose process is gone counts for nothing. A killed bench leaves its file, and
 * in a sticky folder no other user can remove it.
 *
 * @param measures the purpose, which another bench prints in its refusal
 * @throws UsageError naming the bench that measures here
 */
export async function claimMachine(
  measures: string,
  folder = tmpdir(),
): Promise<{ release(): Promise<void> }> {
  const ours = join(folder, `${LOCK}.${process.pid}`);
  const claim: Claim = { pid: process.pid, since: new Date().toISOString(), measures };
  await writeFile(ours, JSON.stringify(claim));
  let file: string | undefined;
  try {
    await assertFree(folder);
    file = await linkFirst(ours, folder);
    await assertFree(folder, file).catch(async (error) => {
      if (file) await remove(file);
      throw error;
    });
  } finally {
    await remove(ours);
  }
  return { release: () => remove(file) };
}

/** Takes the lock by a link to a complete file, which is one atomic step. @returns the lock */
async function linkFirst(complete: string, folder: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? LOCK : `${LOCK}-${number}`);
    const isTaken = () =>
      link(complete, file).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST' || number > MOST_LEFT) throw error;
          return true;
        },
      );
    if (!(await isTaken())) return file;
    await remove(file); // a crash left the old one
    if (!(await isTaken())) return file;
  }
}

/** @throws UsageError naming the bench that measures here, other than the one that has this lock */
async function assertFree(folder: string, lock?: string): Promise<void> {
  const other = await claimHere(folder, lock);
  if (other) throw refusal(other, other.file);
}

/** Finds the bench that measures on this machine. @returns undefined if none does */
export async function claimHere(
  folder = tmpdir(),
  except?: string,
): Promise<(Claim & { readonly file: string }) | undefined> {
  for (const name of (await readdir(folder)).filter((file) => NAME.test(file))) {
    const file = join(folder, name);
    if (file === except) continue;
    const claim = await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined);
    if (claim && isAlive(claim.pid)) return { ...claim, file };
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process belongs to another user
  }
}

export const purposeOf = (root: string, folder: string): string => `into ${relative(root, folder)}`;

export const isMeasured = (claim: Claim | undefined, root: string, folder: string): boolean =>
  claim?.measures === purposeOf(root, folder);

const refusal = ({ pid, since, measures }: Claim, file: string) =>
  new UsageError([
    `another bench measures on this machine: process ${pid} since ${since}, ${measures}; wait for its end, or end it (where it is no bench, remove ${file})`,
  ]);
