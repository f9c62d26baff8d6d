import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { familyIn, processTable } from './proc.ts';
import { run } from './run.ts';

/** Ends a process; resolves when it is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** Ends a process, or all processes of a group by its negative number, unless it has ended by itself. */
export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it is gone
}

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
  const table = await markedTable();
  const marked = [...table.keys()].map((pid) => ({ pid, carries: markOf(table, pid) ?? '' }));
  return marks.map((mark) =>
    marked
      .filter(
        ({ pid, carries }) => pid !== process.pid && (carries === mark || carries.startsWith(`${mark}/`)),
      )
      .map(({ pid }) => pid),
  );
}

/** Finds a process and all of its descendants. */
export const familyOf = async (root: number): Promise<number[]> => [
  ...familyIn(processTable() ?? (await fromPs()), [root]),
];

type MarkedTable = ReadonlyMap<number, { readonly parent: number; readonly marked?: string | undefined }>;

const MOST_GENERATIONS = 16;

/** Finds the mark of a process, or of its parent if it writes its title over its own environment, as nginx does. */
function markOf(table: MarkedTable, pid: number, generations = MOST_GENERATIONS): string | undefined {
  const entry = table.get(pid);
  if (!entry || entry.marked !== undefined || generations === 0) return entry?.marked;
  return markOf(table, entry.parent, generations - 1);
}

const inText = new RegExp(`(?:^|[\\0 ])${MARKER}=([^\\0 ]*)`);

async function markedTable(): Promise<MarkedTable> {
  const table = processTable();
  if (!table) return fromPs();
  const entries = [...table].map(async ([pid, { parent }]) => {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    return [pid, { parent, marked: inText.exec(environment)?.[1] }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Reads the processes of macOS and the BSDs, where `e` shows the environment behind the command. */
async function fromPs(): Promise<MarkedTable> {
  const { stdout } = await run('ps', ['axeww', '-o', 'pid=,ppid=,command='], { maxBuffer: 64 * 2 ** 20 });
  return new Map(
    stdout.split('\n').flatMap((line) => {
      const [, pid, parent] = /^\s*(\d+)\s+(\d+)/.exec(line) ?? [];
      if (pid === undefined) return [];
      return [[Number(pid), { parent: Number(parent), marked: inText.exec(line)?.[1] }] as const];
    }),
  );
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
      endNow(pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return ended.size;
}
