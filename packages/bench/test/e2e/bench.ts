import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARKER } from '@cpu-bound/measure/host/marker';
import { systemText } from '@cpu-bound/measure/host/proc';
import { createWorkloads } from '@cpu-bound/measure/own/own-process';
import type { Analysis } from '@cpu-bound/study/model';
import { logDisplay } from '@cpu-bound/study/progress/display';
import { Interrupted } from '@cpu-bound/study/run/context';
import { run, spawn } from '@cpu-bound/workload/test/child-process';
import { LOCK } from '../../src/commands/claim.ts';
import type { Surface } from '../../src/commands/surface.ts';
import { exitOf } from '../../src/program/program.ts';
import { newLock } from '../fixtures/claimant.ts';

const root = join(import.meta.dirname, '../../../..');
const cli = join(root, 'packages/bench/src/cli.ts');
const contestants = join(import.meta.dirname, '../fixtures/contestants');

/** Names fixtures in `--contestants`. */
export const fixtures = (...names: string[]) => [
  '--contestants',
  names.map((name) => join(contestants, name)).join(),
];

/**
 * A started bench. All processes that it starts have a mark of this test. The bench's own processes inherit a variable;
 * contestants get only the temporary folder, which is below the test's.
 */
export type BenchProcess = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<{ readonly code: number | string; readonly output: string }>;
  /** Resolves when the output matches. */
  until(pattern: RegExp): Promise<void>;
  /** Resolves when the bench has stopped some of its processes, as it does in frames. */
  untilStopped(): Promise<void>;
  /** Waits until no process of the bench is left, for a minute at most. @returns the pids of those that are left */
  left(): Promise<number[]>;
};

/** Starts the bench as the leader of a process group, as a shell does. It has a lock of its own. */
export const startBench = (...args: string[]): BenchProcess => startBenchIn({}, ...args);

type Variables = Readonly<Record<string, string | undefined>>;

/** Starts the bench with changed variables; an undefined value removes a variable. */
export const startBenchIn = (changes: Variables, ...args: readonly string[]): BenchProcess =>
  startMarked([process.execPath, cli, ...args, ...sharedCache(args)], root, changes);

/** Gives the tests' compile cache to the contestants of a new run (share-compile-cache.ts says why). */
const sharedCache = ([command, ...flags]: readonly string[]): readonly string[] => {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  const isNew = command === 'run' && !flags.some((flag) => flag === '--resume' || flag === '--env');
  return isNew && cache !== undefined ? ['--env', `NODE_COMPILE_CACHE=${cache}`] : [];
};

const started: ChildProcess[] = [];
const running = new Set<AbortController>();
// A test that fails leaves its command running; the guard of a killed bench ends what that has started.
after(() => {
  for (const interruption of running) interruption.abort(new Interrupted('SIGINT'));
  for (const { pid, exitCode, signalCode } of started)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
});

/** Starts any command, in any folder. It ends with the tests of the file at the latest. */
export function startMarked(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  changes: Variables = {},
): BenchProcess {
  const mark = `BENCH_TEST_MARK=${randomUUID()}`;
  const [name = '', value] = mark.split('=');
  let output = '';
  const temporary = mkdtempSync(join(tmpdir(), 'bench-machine-'));
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ INIT_CWD: folder, CI: 'true', TMPDIR: temporary, [LOCK]: newLock() },
      ...changes,
      [name]: value,
    },
  });
  started.push(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const marks = [mark, `TMPDIR=${temporary}/`];
  const ended = once(child, 'close').then(async ([code, signal]) => {
    await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
    return { code: code ?? signal, output };
  });
  return {
    child,
    output: () => output,
    ended,
    async until(pattern) {
      while (!pattern.test(output)) {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        if (isOver) throw new Error(`the bench ended before ${pattern}: ${output}`);
        await sleep(20);
      }
    },
    async untilStopped() {
      while (!(await bearers(marks)).some(isStopped)) await sleep(100);
    },
    left: () => noneLeft(marks),
  };
}

const isStopped = (pid: number) => / T /.test(systemText(`/proc/${pid}/stat`));

/** A run that has ended: its output, its analysis and its page, and the processes that it left. */
export type EndedRun = Awaited<BenchProcess['ended']> & {
  readonly left: readonly number[];
  readonly analysis: Analysis;
  readonly report: string;
};

/** Waits for the end of a run that writes into a folder. */
export async function endOf(bench: BenchProcess | BenchHere, folder: string): Promise<EndedRun> {
  const ended = await bench.ended;
  const textOf = (file: string) =>
    readFile(join(folder, file), 'utf8').catch(() => assert.fail(ended.output));
  const [left, analysis] = [await bench.left(), JSON.parse(await textOf('analysis.json'))];
  return { ...ended, left, analysis, report: await textOf('REPORT.md') };
}

/** A command in this process. */
export type BenchHere = Pick<BenchProcess, 'output' | 'until' | 'left'> & {
  readonly ended: Promise<{ readonly code: number; readonly output: string }>;
  /** Interrupts it, as Ctrl-C does. */
  interrupt(): void;
};

/**
 * Starts a command in this process, whose start as a process would take two seconds of CPU time. Until its end, this
 * process has the command's environment: a temporary folder and a lock of its own, and its mark. So one such command
 * runs after the other.
 */
export const startHere = (...words: readonly string[]): BenchHere => startHereIn({}, ...words);

/** Starts a command in this process with changed variables; an undefined value removes a variable. */
export function startHereIn(changes: Variables, ...words: readonly string[]): BenchHere {
  const interruption = new AbortController();
  running.add(interruption);
  let output = '';
  const lines = new EventEmitter();
  const add = (line: string) => {
    output += `${line}\n`;
    lines.emit('line');
  };
  const surface: Surface = {
    ...logDisplay(add),
    note: add,
    ...{ root, code: root, cwd: root },
    isTerminal: false,
    columns: () => undefined,
    workloads: createWorkloads(),
    signal: interruption.signal,
  };
  const before = { ...process.env };
  const temporary = mkdtempSync(join(tmpdir(), 'bench-machine-'));
  setVariables({ [LOCK]: newLock(), ...changes, TMPDIR: temporary });
  const marks = [`TMPDIR=${temporary}/`];
  let isOver = false;
  const run = async () => {
    const { exit, means } = await exitOf([...words, ...sharedCache(words)], surface);
    await surface.workloads.stop();
    if (means !== undefined) add(`exit code ${exit}: ${means}`);
    const { [MARKER]: mark } = process.env;
    if (mark !== before[MARKER]) marks.push(`${MARKER}=${mark}`);
    const added = Object.keys(process.env).filter((name) => !(name in before));
    setVariables({ ...before, ...Object.fromEntries(added.map((name) => [name, undefined])) });
    await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
    return { code: exit, output };
  };
  const ended = run().finally(() => {
    isOver = true;
    running.delete(interruption);
    lines.emit('line');
  });
  return {
    ended,
    output: () => output,
    interrupt: () => interruption.abort(new Interrupted('SIGINT')),
    async until(pattern) {
      while (!pattern.test(output)) {
        assert.ok(!isOver, `the bench ended before ${pattern}: ${output}`);
        await once(lines, 'line');
      }
    },
    left: () => noneLeft(marks),
  };
}

function setVariables(changes: Variables): void {
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

/** Runs the bench in a process to its end. */
export const runBench = (...args: string[]) => startBench(...args).ended;

/** Runs a command in this process to its end. @returns its exit code, and its output with its notes */
export const ask = (...words: string[]) => startHere(...words).ended;

/** The reason to skip a test of figures, if the machine was so busy that no window of the run was sound; or false. */
export const tooBusy = ({ output }: { readonly output: string }): string | false =>
  /^nothing was measured: every window was void/m.test(output) && 'too busy a machine: every window was void';

/** Waits until no process has one of these marks, for a minute at most. @returns the pids of those that are left */
async function noneLeft(marks: readonly string[]): Promise<number[]> {
  for (let poll = 0; poll < 600 && (await bearers(marks)).length > 0; poll++) await sleep(100);
  return bearers(marks);
}

async function bearers(marks: readonly string[]): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['axeww', '-o', 'pid=,command='], {
      maxBuffer: 2 ** 26,
    });
    const lines = stdout.split('\n').filter((line) => marks.some((mark) => line.includes(mark)));
    return lines.map((line) => Number.parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      const variables = environment.split('\0');
      return variables.some((one) => marks.some((mark) => one.startsWith(mark))) ? [Number(pid)] : [];
    }),
  );
  return marked.flat();
}

/** Reads every file below a folder, except the samples. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.f32'))
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'base64')]),
    ),
  );
}
