import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * SHA-256 of the code of a workload of somebody's own: of its module and of every file that this loads, by their paths
 * from its folder. Equal on two machines that have the same files.
 *
 * @param specifier the name of a built-in workload, which is part of the bench and has none; or an absolute path
 * @returns undefined for a built-in one
 */
export async function workloadCode(specifier: string): Promise<string | undefined> {
  if (!isAbsolute(specifier)) return undefined;
  const hash = createHash('sha256');
  for (const file of await filesOf(specifier)) {
    hash
      .update(`${relative(dirname(specifier), file).replaceAll('\\', '/')}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A thread has nothing loaded yet: all that the module loads is loaded there. */
async function filesOf(path: string): Promise<string[]> {
  const thread = new Worker(new URL('./code-thread.ts', import.meta.url), {
    workerData: pathToFileURL(path).href,
  });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    thread.once('message', resolve);
    thread.once('error', reject);
    return (await promise).map((url) => fileURLToPath(url)).sort();
  } finally {
    await thread.terminate();
  }
}
