import { readdir, readFile } from 'node:fs/promises';
import { run } from './run.ts';

/**
 * Every process of a run has this variable. Its children inherit it, also in a new session or as orphans. So the
 * bench finds leftovers even if process groups and parents no longer lead to them.
 */
export const MARKER = 'CPU_BOUND_BENCH_MARK';

/** Finds the living processes whose environment has `MARKER=mark` or `MARKER=mark/…`, without this one. */
export async function markedProcesses(mark: string): Promise<number[]> {
  return (await processesByMark([mark]))[0] ?? [];
}

/** Finds the pids for several marks, from one table of the machine's processes. */
export async function processesByMark(marks: readonly string[]): Promise<number[][]> {
  const processes = withParentsMarks(await processTable());
  return marks.map((mark) =>
    processes
      .filter(({ pid, marked }) => pid !== process.pid && (marked === mark || marked.startsWith(`${mark}/`)))
      .map(({ pid }) => pid),
  );
}

/** Finds a process and all of its descendants. */
export async function familyOf(root: number): Promise<number[]> {
  const table = await processTable();
  const family = new Set([root]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of table) if (family.has(parent)) family.add(pid);
  }
  return table.filter(({ pid }) => family.has(pid)).map(({ pid }) => pid);
}

type Process = { readonly pid: number; readonly parent: number; readonly marked?: string | undefined };
type MarkedProcess = { readonly pid: number; readonly marked: string };

/** Gives a process its parent's mark if it writes its title over its own environment, as nginx does. */
function withParentsMarks(table: readonly Process[]): MarkedProcess[] {
  const byPid = new Map(table.map((process) => [process.pid, process]));
  const markOf = (process: Process | undefined, depth = 0): string | undefined =>
    process === undefined || depth > MOST_GENERATIONS
      ? undefined
      : (process.marked ?? markOf(byPid.get(process.parent), depth + 1));
  return table.flatMap((process) => {
    const marked = markOf(process);
    return marked === undefined ? [] : [{ pid: process.pid, marked }];
  });
}

const MOST_GENERATIONS = 16;
const inText = new RegExp(`(?:^|[\\0 ])${MARKER}=([^\\0 ]*)`);

const processTable = (): Promise<Process[]> => (process.platform === 'linux' ? fromProc() : fromPs());

async function fromProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
  return Promise.all(
    pids.map(async (pid) => {
      const [environment, stat] = await Promise.all([read(pid, 'environ'), read(pid, 'stat')]);
      // The name stands in parentheses, and may itself contain some.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid: Number(pid), parent: Number(parent), marked: inText.exec(environment)?.[1] };
    }),
  );
}

/** Reads the processes of macOS and the BSDs, where `e` shows the environment behind the command. */
async function fromPs(): Promise<Process[]> {
  const { stdout } = await run('ps', ['axeww', '-o', 'pid=,ppid=,command='], { maxBuffer: 64 * 2 ** 20 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), marked: inText.exec(line)?.[1] }];
  });
}

const MOST_PASSES = 20;

/** Ends every process with the mark, at any depth. @returns how many there were */
export async function sweep(mark: string): Promise<number> {
  const ended = new Set<number>();
  // A process may fork while it is being ended: the table is read again until no process is left.
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const pids = await markedProcesses(mark);
    if (pids.length === 0) break;
    for (const pid of pids) {
      ended.add(pid);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {} // it has ended by itself
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return ended.size;
}
