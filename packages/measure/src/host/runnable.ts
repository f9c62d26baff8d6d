import { readdir, readFile } from 'node:fs/promises';

/**
 * Tells whether some thread of these processes runs or waits for a core at this moment: state R (`man 5 proc`,
 * task/TID/stat). Systems other than Linux do not show it, and the answer is false.
 */
export async function someRunnable(pids: readonly number[]): Promise<boolean> {
  const threads = await Promise.all(pids.map(threadsOf));
  const states = await Promise.all(threads.flat().map(stateOf));
  return states.includes('R');
}

const threadsOf = async (pid: number) =>
  (await readdir(`/proc/${pid}/task`).catch(() => [])).map((tid) => `/proc/${pid}/task/${tid}/stat`);

async function stateOf(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.charAt(text.lastIndexOf(')') + 2); // a thread's name may have spaces and brackets
}
