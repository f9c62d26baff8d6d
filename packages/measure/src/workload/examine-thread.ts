import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { contentOf } from '@cpu-bound/service/answer';
import {
  inputOf,
  isBuiltIn,
  loadWorkload,
  type Output,
  type Query,
  rotationOf,
  type Workload,
} from '@cpu-bound/workload';
import type { Octets } from '../model.ts';
import type { Findings } from './answer.ts';
import { CallTimes, textOf, timeOfUnlessItWaits } from './call-times.ts';
import { childrenNow, cpuSharesWhenWarm, MOST_TASKS, threadsNow } from './cpu-shares.ts';
import type { Examination, ExamineTask } from './examine.ts';
import { findSizes, type SizeSearch } from './find-sizes.ts';
import { notesOnAnswers, notesOnCompany, notesOnCpu } from './notes.ts';
import { tryAgain, tryKernel, tryQuery } from './trial-calls.ts';
import { answerWatch, begin } from './watched-thread.ts';

/** A long task is not called more often than necessary. */
const UNKNOWN = { cpu: 0, own: 0 } as const;
/** The precision of dates in files: archives have two seconds, PDF and most texts one. */
const DATE_MS = 2_000;
const { specifier, headline, kernels = [] } = workerData as ExamineTask;

/** Examines the workload in order of cost, and ends with the first step that finds a problem. */
async function examine(): Promise<Examination> {
  const before = threadsNow(); // A pool may start when its module loads.
  const others = childrenNow();
  const workload = await loadWorkload(specifier).catch((error: Error) => error.message);
  if (typeof workload === 'string') return { problems: [workload], notes: [] };
  const rotationsOf = (queries: readonly Query[]) => queries.flatMap((query) => rotationOf(workload, query));
  // A built-in workload is known, and its largest size takes a second. Each answer is verified when it is measured.
  const tried = isBuiltIn(specifier) ? [] : workload.sizes;
  const queries = rotationsOf([headline, ...tried.map(({ query }) => query)]);
  const [firstQuery = headline] = queries;
  const times = new CallTimes();
  const problems: string[] = [];
  const notes: string[] = [];
  const answers = new Map<string, Output>();
  const date = dateNow();
  for (const query of eachOnce(queries)) {
    const text = textOf(query);
    const findings: Findings = { problems: [], notes: [] };
    const answer = await tryQuery(workload, query, times, findings);
    if (answer !== undefined) answers.set(text, answer);
    problems.push(...findings.problems.map((problem) => `${text}: ${problem}`));
    notes.push(...findings.notes.map((note) => `${text}: ${note}`));
  }
  const first = answers.get(textOf(firstQuery));
  const repeated = first === undefined ? undefined : await tryAgain(workload, firstQuery, times, first);
  if (repeated !== undefined) problems.push(`${textOf(firstQuery)}: ${repeated}`);
  for (const kernel of kernels)
    for (const query of queries) {
      const answer = answers.get(textOf(query));
      const problem = answer === undefined ? undefined : await tryKernel(workload, query, kernel, answer);
      if (problem !== undefined) problems.push(`${textOf(query)}, kernel ${kernel}: ${problem}`);
    }
  if (problems.length > 0) return { problems, notes };
  const { scale } = workload;
  const isSized = workload.sizes.length > 0 || !scale;
  const search: SizeSearch = isSized ? {} : await findSizes(workload, { headline, scale });
  if (search.problem !== undefined) return { problems: [search.problem], notes };
  const { sizes = [] } = search;
  const usual = sizes.at(1)?.query ?? headline;
  begin(textOf(usual), MOST_TASKS);
  const { loopShare, childShare } = await cpuSharesWhenWarm(() => workload.run(inputOf(workload, usual)));
  const time = times.isLong(usual) ? UNKNOWN : await timeOfUnlessItWaits(workload, usual);
  const taskMs = await times.mean(workload, rotationsOf([{ ...headline, ...usual }]));
  if (first !== undefined && !isBuiltIn(specifier) && !workload.answersDiffer) {
    if (dateNow() === date) await sleep(DATE_MS - (Date.now() % DATE_MS));
    const later = await tryAgain(workload, firstQuery, times, first);
    if (later !== undefined) return { problems: [`${textOf(firstQuery)}: ${later}`], notes };
  }
  const started = [...threadsNow()].filter((id) => !before.has(id)).length;
  const processes = [...childrenNow()].filter((pid) => !others.has(pid)).length;
  return {
    problems: [],
    notes: [
      ...notes,
      ...notesOnAnswers(answers),
      ...notesOnCpu({ loopShare, childShare, ...time }),
      ...notesOnCompany(started, processes),
    ],
    sizes: search.sizes,
    loopShare,
    octets: largestOctets(workload, rotationsOf([headline]), answers),
    queries: eachOnce([...queries, ...sizes.map(({ query }) => query)]),
    taskMs,
  };
}

/** Returns a number that stays the same as long as the dates that a function may write. */
const dateNow = () => Math.floor(Date.now() / DATE_MS);

/** Finds the largest body and the largest answer of these queries; 0 for one that was not called. */
const largestOctets = (
  workload: Workload,
  queries: readonly Query[],
  answers: ReadonlyMap<string, Output>,
): Octets => ({
  in: Math.max(...queries.map((query) => workload.bodyFor?.(query).byteLength ?? 0)),
  out: Math.max(...queries.map((query) => octetsOf(answers.get(textOf(query)) ?? {}, workload))),
});

const octetsOf = (output: Output, { answerType }: Workload): number =>
  Buffer.byteLength(contentOf(output, answerType).body);

const eachOnce = (queries: readonly Query[]): Query[] => [
  ...new Map(queries.map((query) => [textOf(query), query])).values(),
];

answerWatch(examine);
