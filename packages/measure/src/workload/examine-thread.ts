import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { workerData } from 'node:worker_threads';
import { contentOf } from '@cpu-bound/service/answer';
import {
  inputOf,
  isBuiltIn,
  loadWorkload,
  type Output,
  type Query,
  reasonOf,
  rotationOf,
  type Workload,
} from '@cpu-bound/workload';
import { CallTimes, textOf, timeOfUnlessItWaits } from './call-times.ts';
import { cpuSharesWhenWarm, MOST_TASKS } from './cpu-shares.ts';
import type { ExamineTask, WorkloadFacts } from './examine.ts';
import { findSizes, type SizeSearch } from './find-sizes.ts';
import { outputIn } from './load-watched.ts';
import { notesOnCpu } from './notes.ts';
import { answerWatch, begin } from './watched-thread.ts';

/** A long task is not called more often than necessary. */
const UNKNOWN = { cpu: 0, own: 0 } as const;
/** Services accept this much unless their MAX_BODY_BYTES says otherwise. */
const MOST_BODY_BYTES = 16 * 2 ** 20;
const SHOWN = 120;
const { specifier, headline, kernels = [] } = workerData as ExamineTask;

/** Examines the workload in order of cost, and ends with the first step that finds a problem. */
async function examine(): Promise<WorkloadFacts> {
  const workload = await loadWorkload(specifier).catch((error: Error) => error.message);
  if (typeof workload === 'string') return { problems: [workload], notes: [] };
  const rotationsOf = (queries: readonly Query[]) => queries.flatMap((query) => rotationOf(workload, query));
  // A built-in workload is known, and its largest size takes a second.
  const tried = isBuiltIn(specifier) ? [] : workload.sizes;
  const queries = rotationsOf([headline, ...tried.map(({ query }) => query)]);
  const times = new CallTimes();
  const problems: string[] = [];
  let out = 0;
  for (const query of new Map(queries.map((each) => [textOf(each), each])).values()) {
    begin(textOf(query));
    try {
      const input = inputOf(workload, query);
      const output = await times.time(query, () => workload.run(input));
      await nextTurn(); // a rejection without a handler is raised then, and ends the thread as it would end a service
      out = Math.max(out, Buffer.byteLength(contentOf(output, workload.answerType).body));
      for (const kernel of kernels)
        problems.push(...(await problemsWithKernel(workload, query, kernel, output)));
    } catch (error) {
      problems.push(`${textOf(query)}: throws ${reasonOf(error)}`);
    }
  }
  const bodies = rotationsOf([headline]).map((query) => workload.bodyFor?.(query).byteLength ?? 0);
  const octets = { in: Math.max(...bodies), out };
  if (octets.in > MOST_BODY_BYTES)
    problems.push(`a body has ${Math.ceil(octets.in / 2 ** 20)} MiB, and services accept 16 MiB; send less`);
  if (problems.length > 0) return { problems, notes: [] };
  const { scale } = workload;
  const isSized = workload.sizes.length > 0 || !scale;
  const search: SizeSearch = isSized ? {} : await findSizes(workload, { headline, scale });
  if (search.problem !== undefined) return { problems: [search.problem], notes: [] };
  const { sizes = [] } = search;
  const usual = sizes.at(1)?.query ?? headline;
  begin(textOf(usual), MOST_TASKS);
  const shares = await cpuSharesWhenWarm(() => workload.run(inputOf(workload, usual)));
  const time = times.isLong(usual) ? UNKNOWN : await timeOfUnlessItWaits(workload, usual);
  return {
    problems: [],
    notes: notesOnCpu({ ...shares, ...time }),
    sizes: search.sizes,
    loopShare: shares.loopShare,
    octets,
    taskMs: await times.mean(workload, rotationsOf([{ ...headline, ...usual }])),
  };
}

/** Calls another kernel with the same input: figures of different answers could not be compared. */
async function problemsWithKernel(
  workload: Workload,
  query: Query,
  kernel: string,
  output: Output,
): Promise<string[]> {
  begin(`${textOf(query)}, kernel ${kernel}`);
  const read = (answer: Output) => {
    const { body, type, fields: result } = contentOf(answer, workload.answerType);
    return outputIn(Buffer.from(body), { type, result });
  };
  const shown = (answer: Output) => JSON.stringify(answer)?.slice(0, SHOWN);
  const named = (problem: string) => `${textOf(query)}, kernel ${kernel}: ${problem}`;
  try {
    const other = await workload.kernels?.[kernel]?.(inputOf(workload, query));
    if (other === undefined || isDeepStrictEqual(read(output), read(other))) return [];
    return [
      named(
        `gives another answer (${shown(other)}) than run (${shown(output)}); a kernel computes the same answers`,
      ),
    ];
  } catch (error) {
    return [named(`throws ${reasonOf(error)}`)];
  }
}

answerWatch(examine);
