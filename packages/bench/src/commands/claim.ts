import { link, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@cpu-bound/study/config/config';

/** The process that measures on this machine. */
type Claim = {
  readonly pid: number;
  readonly since: string;
  /** `into results/2026-01-31T08-15-30` */
  readonly measures: string;
};

const LOCK = 'cpu-bound-bench.lock';
/** The name of a lock; a second one is made where the first is another user's, who was killed. */
const NAME = new RegExp(`^${LOCK}(?:-\\d+)?$`);
const MOST_LEFT = 100;
const remove = (file: string) => unlink(file).catch(() => {});

/**
 * Takes the machine for one bench, by a file in the temporary folder: two that measure at once spoil each other's
 * figures. A file whose process is gone counts for nothing: a bench that is killed leaves it, and where the folder is sticky,
 * no other user can remove it.
 *
 * @param measures what for: the other bench prints it
 * @throws UsageError naming the bench that measures here
 */
export async function claimMachine(
  measures: string,
  folder = tmpdir(),
): Promise<{ release(): Promise<void> }> {
  const own = join(folder, `${LOCK}.${process.pid}`);
  const claim: Claim = { pid: process.pid, since: new Date().toISOString(), measures };
  await writeFile(own, JSON.stringify(claim));
  let file: string | undefined;
  try {
    await assertFree(folder);
    file = await linkFirst(own, folder);
    await assertFree(folder, file).catch(async (error) => {
      if (file) await remove(file);
      throw error;
    });
  } finally {
    await remove(own);
  }
  return { release: () => remove(file) };
}

/** To link a file is atomic, its content included. @returns the lock */
async function linkFirst(own: string, folder: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? LOCK : `${LOCK}-${number}`);
    const isTaken = () =>
      link(own, file).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST' || number > MOST_LEFT) throw error;
          return true;
        },
      );
    if (!(await isTaken())) return file;
    await remove(file); // a crash left it
    if (!(await isTaken())) return file;
  }
}

/** @throws UsageError naming the bench that measures here, other than the one that has the lock `own` */
async function assertFree(folder: string, own?: string): Promise<void> {
  const other = await claimHere(folder, own);
  if (other) throw refusal(other, other.file);
}

/** The bench that measures on this machine; undefined where none does. */
export async function claimHere(
  folder = tmpdir(),
  own?: string,
): Promise<(Claim & { readonly file: string }) | undefined> {
  for (const name of (await readdir(folder)).filter((one) => NAME.test(one))) {
    const file = join(folder, name);
    if (file === own) continue;
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

const refusal = ({ pid, since, measures }: Claim, file: string) =>
  new UsageError([
    `another bench measures on this machine: process ${pid} since ${since}, ${measures}; wait for its end, or end it (where it is no bench, remove ${file})`,
  ]);
