import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { workerData } from 'node:worker_threads';
import {
  type DataObject,
  inputOf,
  loadWorkload,
  type Query,
  reasonOf,
  rotationOf,
  type Scale,
  type Workload,
} from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import {
  type Findings,
  lookAtAnswer,
  problemWithInput,
  problemWithKernel,
  problemWithRepetition,
} from './answer.ts';
import { answerWatch, begin } from './answer-watch.ts';
import { calibrate } from './calibrate.ts';
import type { Examined, ExamineTask, WorkloadFacts } from './examine.ts';
import { AT_ONCE, loopShare } from './loop-share.ts';
import { threadsNow } from './own-threads.ts';
import { ownTime, type TaskTime, textOf, timeOf } from './task-time.ts';

const { specifier, headline, kernels = [] } = workerData as ExamineTask;
/** A task that takes so little longer with the largest value than with the smallest is no larger. */
const GROWN = 1.5;
/** A largest task that takes less than this is timed again, so often, before its scale is said to make a difference. */
const [SHORT_MS, TIMED_AGAIN] = [1, 3];
/** Below this share, what is computed beside the event loop decides. */
const MOSTLY_BESIDE = 0.5;
/** Between these, compilers may be why. */
const [BESIDE_FOR_SURE, ON_THE_LOOP, MORE_LOOKS] = [0.2, 0.8, 3];

/** The shortest time of each query so far: another call may be the one that a compiler waited for. */
const took = new Map<string, number>();

async function timed<T>(query: Query, run: () => T | Promise<T>): Promise<T> {
  const began = ownTime();
  const output = await run();
  const before = took.get(textOf(query)) ?? Number.POSITIVE_INFINITY;
  took.set(textOf(query), Math.min(before, ownTime() - began));
  return output;
}

/** Runs it with one query. @returns the answer as it is read, where there is one */
async function tryQuery(
  workload: Workload,
  query: Query,
  findings: Findings,
): Promise<DataObject | undefined> {
  begin(textOf(query));
  try {
    const body = workload.bodyFor?.(query);
    const input = workload.parse(query, body);
    const problem = problemWithInput(input, body);
    if (problem !== undefined) return void findings.problems.push(problem);
    const output = await timed(query, () => workload.run(input));
    const fresh = inputOf(workload, query); // it may have changed what it was given
    await nextTurn(); // a rejection that nobody handles is raised then, and ends the thread as it would end a service
    return lookAtAnswer(workload, fresh, output, findings);
  } catch (error) {
    return void findings.problems.push(`throws ${reasonOf(error)}`);
  }
}

/** The same input once more. */
async function tryAgain(workload: Workload, query: Query, first: DataObject): Promise<string | undefined> {
  begin(textOf(query));
  const given = inputOf(workload, query);
  const output = await timed(query, () => workload.run(given));
  return problemWithRepetition(workload, inputOf(workload, query), first, output);
}

/** The same input by another kernel: figures of different answers could not be compared. */
async function tryKernel(
  workload: Workload,
  kernel: string,
  [query, first]: readonly [Query, DataObject],
): Promise<string | undefined> {
  begin(`${textOf(query)}, kernel ${kernel}`);
  try {
    const output = await workload.kernels?.[kernel]?.(inputOf(workload, query));
    return output && problemWithKernel(workload, inputOf(workload, query), first, output);
  } catch (error) {
    return `throws ${reasonOf(error)}`;
  }
}

/** Its sizes by its scale. @returns a problem where the scale has no sizes in it */
async function findSizes(
  workload: Workload,
  scale: Scale,
): Promise<Pick<WorkloadFacts, 'problems' | 'sizes'>> {
  const { parameter, from, to } = scale;
  const times = new Map<number, TaskTime>();
  const measured = (value: number) => timeOf(workload, { ...headline, [parameter]: String(value) });
  const sizes = await calibrate(scale, async (value) => {
    const time = times.get(value) ?? (await measured(value));
    times.set(value, time);
    return time.wall;
  });
  let least = times.get(from);
  let most = times.get(to);
  if (least === undefined || most === undefined) return { problems: [], sizes };
  // Beside another program a short task takes longer by the wall clock, and by the CPU clock it hardly does.
  const isLarger = (one: TaskTime, other: TaskTime) =>
    one.wall < SHORT_MS ? one.cpu > GROWN * other.cpu : one.wall > GROWN * other.wall;
  for (let again = 0; again < TIMED_AGAIN && most.wall < SHORT_MS && isLarger(most, least); again++)
    [least, most] = [await measured(from), await measured(to)];
  if (isLarger(most, least)) return { problems: [], sizes };
  const took = `a task takes ${inMs(least.wall)} with ${from} and ${inMs(most.wall)} with ${to}`;
  const problem = `${parameter}: makes no difference, ${took}, so that no sizes can be found; name in scale what makes a task larger, or name sizes`;
  return { problems: [problem] };
}

const inMs = (milliseconds: number) => `${Number(milliseconds.toPrecision(2))} ms`;

/** Several inputs with one and the same answer: the input is not used, or its answers say little. */
function sameAnswers(answers: ReadonlyMap<string, DataObject>): string[] {
  const [first, ...others] = [...answers.values()];
  if (others.length === 0 || !others.every((one) => isDeepStrictEqual(one, first))) return [];
  return [
    `${[...answers.keys()].join(', ')}: all have the same answer, so that a wrong one may not be seen; does it use its input?`,
  ];
}

/** Where else it computes than on the thread that calls it. */
function besides(share: number, started: number): string[] {
  return [
    ...(started > 0
      ? [
          `starts ${started === 1 ? '1 thread' : `${started} threads`} of its own, so that each worker has as many and they compete for the cores; let it compute on the thread that calls it`,
        ]
      : []),
    ...(share < MOSTLY_BESIDE
      ? [
          `spends ${Math.round(100 * share)} % of its CPU time on the event loop, so that a single process uses several cores already; expect small differences`,
        ]
      : []),
  ];
}

/** Compilers have threads, too, and much to do at first: a low share is looked at again. */
async function shareWhenWarm(task: () => unknown): Promise<number> {
  let share = await loopShare(task);
  for (let look = 0; look < MORE_LOOKS && share > BESIDE_FOR_SURE && share < ON_THE_LOOP; look++)
    share = Math.max(share, await loopShare(task));
  return share;
}

/** Tasks that took no longer than this in their first calls need no longer windows; in long ones a slow start is lost. */
const [SHORT_TASK_MS, LONG_TASK_MS] = [10, 1_000];
/** The time that is spent on timing long tasks again. */
const AGAIN_WITHIN_MS = 1_500;

/** The mean time of a task of these queries. First calls are slow, so that those which seem long are timed again when warm. */
async function taskTime(workload: Workload, queries: readonly Query[]) {
  const atFirst = meanOf(queries.map((query) => took.get(textOf(query))));
  if (atFirst === undefined || atFirst <= SHORT_TASK_MS || atFirst > LONG_TASK_MS) return atFirst;
  // Again and again: garbage collection has threads that wait for a core, too, which no clock of this thread sees.
  const began = performance.now();
  while (performance.now() - began < AGAIN_WITHIN_MS)
    for (const query of queries) {
      const before = took.get(textOf(query)) ?? Number.POSITIVE_INFINITY;
      took.set(textOf(query), Math.min(before, (await timeOf(workload, query)).own));
      if (performance.now() - began >= AGAIN_WITHIN_MS) break;
    }
  return meanOf(queries.map((query) => took.get(textOf(query))));
}

/** The mean; undefined where one of them was not timed: its size was found by shorter tasks. */
function meanOf(times: readonly (number | undefined)[]): number | undefined {
  const mean = times.reduce<number>((sum, time) => sum + (time ?? Number.NaN), 0) / times.length;
  return Number.isNaN(mean) ? undefined : Number(mean.toPrecision(2));
}

async function examine(): Promise<Examined> {
  const before = threadsNow(); // a pool may start when its module loads
  const workload = await loadWorkload(specifier);
  const given = [headline, ...workload.sizes.map(({ query }) => query)].flatMap((query) =>
    rotationOf(workload, query),
  );
  const [one = headline] = given;
  const problems: string[] = [];
  const notes: string[] = [];
  const answers = new Map<string, DataObject>();
  for (const [text, query] of new Map(given.map((query) => [textOf(query), query]))) {
    const found: Findings = { problems: [], notes: [] };
    const answer = await tryQuery(workload, query, found);
    if (answer) answers.set(text, answer);
    problems.push(...found.problems.map((problem) => `${text}: ${problem}`));
    notes.push(...found.notes.map((note) => `${text}: ${note}`));
  }
  const first = answers.get(textOf(one));
  const repeated = first && (await tryAgain(workload, one, first));
  if (repeated !== undefined) problems.push(`${textOf(one)}: ${repeated}`);
  for (const kernel of kernels)
    for (const query of given) {
      const answer = answers.get(textOf(query));
      const problem = answer && (await tryKernel(workload, kernel, [query, answer]));
      if (problem !== undefined) problems.push(`${textOf(query)}, kernel ${kernel}: ${problem}`);
    }
  if (problems.length > 0) return { problems, notes };
  const { scale } = workload;
  const found =
    workload.sizes.length === 0 && scale
      ? await findSizes(workload, scale)
      : { problems: [], sizes: undefined };
  if (found.problems.length > 0) return { problems: found.problems, notes };
  const { sizes } = found;
  const usual = sizes?.at(1)?.query ?? headline;
  begin(textOf(usual), AT_ONCE * (1 + MORE_LOOKS));
  const share = await shareWhenWarm(() => workload.run(inputOf(workload, usual)));
  const started = [...threadsNow()].filter((id) => !before.has(id)).length;
  return defined({
    problems: [],
    notes: [...notes, ...sameAnswers(answers), ...besides(share, started)],
    sizes,
    loopShare: share,
    queries: [
      ...new Map(
        [...given, ...(sizes ?? []).map(({ query }) => query)].map((query) => [textOf(query), query]),
      ).values(),
    ],
    taskMs: await taskTime(workload, rotationOf(workload, { ...headline, ...usual })),
  });
}

answerWatch(examine);
