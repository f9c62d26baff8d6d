import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Every process that a run starts carries this variable. Whatever it forks inherits it, in a new session or
 * orphaned too, so leftovers can be found when process groups and parents no longer tell.
 */
export const MARKER = 'CPU_BOUND_BENCH_MARK';

/** The pids of living processes whose environment has `MARKER=mark` or `MARKER=mark/…`, this one left out. */
export async function markedProcesses(mark: string): Promise<number[]> {
  return (await processesByMark([mark]))[0] ?? [];
}

/** The same for several marks, in one look at the machine. */
export async function processesByMark(marks: readonly string[]): Promise<number[][]> {
  const found = process.platform === 'linux' ? await fromProc() : await fromPs();
  return marks.map((mark) =>
    found
      .filter(({ pid, marked }) => pid !== process.pid && (marked === mark || marked.startsWith(`${mark}/`)))
      .map(({ pid }) => pid),
  );
}

type Marked = { readonly pid: number; readonly marked: string };
const inText = new RegExp(`(?:^|[\\0 ])${MARKER}=([^\\0 ]*)`);

async function fromProc(): Promise<Marked[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return { pid: Number(pid), marked: inText.exec(environment)?.[1] };
    }),
  );
  return all.filter((one): one is Marked => one.marked !== undefined);
}

/** macOS and the BSDs: `e` shows the environment behind the command. */
async function fromPs(): Promise<Marked[]> {
  const { stdout } = await run('ps', ['axeww', '-o', 'pid=,command='], { maxBuffer: 64 * 2 ** 20 });
  return stdout.split('\n').flatMap((line) => {
    const marked = inText.exec(line)?.[1];
    return marked === undefined ? [] : [{ pid: Number.parseInt(line, 10), marked }];
  });
}

/** Ends every process that carries the mark, children of children included; returns how many there were. */
export async function sweep(mark: string): Promise<number> {
  const ended = new Set<number>();
  // A process may fork while it is being ended: look again until nothing is left.
  for (let look = 0; look < 20; look++) {
    const pids = await markedProcesses(mark);
    if (pids.length === 0) break;
    for (const pid of pids) {
      ended.add(pid);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {} // gone by itself
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return ended.size;
}
