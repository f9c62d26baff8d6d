import type { Recall } from '@cpu-bound/measure/model';
import { summaryOf as median, quantile, sortedCopy } from '@cpu-bound/stats/moments';
import { duration, number, times } from '../format.ts';
import type { Validity } from '../model/analysis.ts';
import type { Run } from '../model/run.ts';
import { HEADLINE_CLOSED, sameInput } from '../model.ts';
import type { Observation } from './observations.ts';

type Warning = Omit<Validity['warnings'][number], 'about'>;

/** A task below this time takes less than the rest of its request. */
const LEAST_TASK_MS = 0.05;
/** A remembered answer comes at least this many times faster than the first one. */
const REMEMBERED = 8;
/** A remembered answer takes at most this many times the time to make a key of its input. */
const KEYS = 4;
/** The least time for which a key counts. */
const LEAST_KEY_MS = 0.005;
/** The least number of bytes kept per call with which a service's memory depends on the length of its measurement. */
const RETAINED_BYTES = 256;
/** The least slowdown of the fastest call from one check to the next. */
const EACH_SLOWER = 1.02;
/** The least slowdown of the fastest call from the first check to the last. */
const ALL_SLOWER = 1.5;
/** A finding must show in this share of the sittings. */
const SHARE = 0.75;
/** A finding must show in this number of rounds, because a disturbed round affects all its sittings. */
const ROUNDS = 4;
/** A function slows down if its CPU time per answer in the last block of a sitting is this multiple of the first's. */
const SLOWER = 1.5;
/** A function remembers its answers if this multiple is left (docs/adr/0040). A compiler leaves 0.4 of the time. */
const FASTER = 0.25;
/** A service leaks if its memory grows by this within a sitting. An honest heap grows by some 50 MiB until it is warm. */
const GROWN_BYTES = 64 * 2 ** 20;
/** The least number of windows in a sitting that can show a leak. */
const GROWTH_WINDOWS = 5;
/** The second half of a leak grows at this fraction of the pace at least; an honest heap then grows more slowly. */
const STILL_GROWING = 0.8;

const quantileOf = (values: readonly number[], p: number) => quantile(sortedCopy(values), p);

/** Returns the warnings about the function itself, each with a remedy. */
export function aboutFunction(run: Run, all: readonly Observation[]): Validity['warnings'] {
  if (run.manifest.workload.requests) return [];
  const sittings = [...Map.groupBy(all, ({ trial, subject }) => `${trial} ${subject.name}`).values()];
  const { workload } = run.manifest;
  return [
    ...aboutAnswers(workload),
    ...aboutRecall(workload.name, workload.recall),
    ...driftOf(workload, sittings),
    ...growthOf(workload, sittings),
    ...notCpuBound(workload, all),
  ].map((warning) => ({ ...warning, about: 'function' }));
}

type Workload = Run['manifest']['workload'];

const when = (isSo: boolean | undefined, warning: Warning): Warning[] => (isSo ? [warning] : []);

/** Says what was checked of answers that differ each time. */
const aboutAnswers = ({ name, answersDiffer }: Workload): Warning[] =>
  when(answersDiffer, {
    id: 'answers-differ',
    message: `the answers of \`${name}\` differ each time, so the status, the kind and the size of each were checked (--answers-differ). A wrong content would not be seen`,
    remedy: 'measure a workload of your own whose verify knows a right answer, if that matters',
  });

/** Returns the warnings of the examination, which took place before anything was measured. */
export function aboutRecall(name: string, recall: Recall | undefined): Warning[] {
  if (!recall) return [];
  const { inputs, firstMs = 0, againMs = Number.POSITIVE_INFINITY, keyMs = 0 } = recall;
  const { keptBytes = 0, slowdowns = [1] } = recall;
  const isRemembered =
    firstMs >= Math.max(LEAST_TASK_MS, REMEMBERED * againMs) &&
    againMs <= KEYS * Math.max(keyMs, LEAST_KEY_MS);
  const slowdown = slowdowns.reduce((product, factor) => product * factor, 1);
  return [
    ...when(inputs === 1, {
      id: 'one-input',
      message: `one input does not show whether \`${name}\` remembers its answers`,
      remedy: "give several, as with --body 'samples/*.json'",
    }),
    ...when(isRemembered, {
      id: 'remembers',
      message: `\`${name}\` remembers its answers: a new input takes ${duration(firstMs)}, and the same input ${duration(againMs)} when it comes again. These figures are those of looking up an answer`,
      remedy: 'measure the function that computes, below its cache',
    }),
    ...when(keptBytes >= RETAINED_BYTES, {
      id: 'keeps-memory',
      message: `\`${name}\` leaves ${number(keptBytes / 1024)} KiB behind in each call. Memory here is that of the calls so far, and no price of a strategy`,
      remedy: 'bound what it keeps, or free it',
    }),
    ...when(
      slowdown >= ALL_SLOWER && Math.min(...slowdowns) >= EACH_SLOWER,
      slows(name, `a call takes ${times(slowdown)} times as long after some thousand calls`),
    ),
  ];
}

const slows = (name: string, by: string): Warning => ({
  id: 'slower',
  message: `${by}, so \`${name}\` does more from call to call. These figures depend on how long it was measured`,
  remedy: 'bound what it keeps',
});

/** Values of sittings, where enough rounds have them. */
function inRounds(
  sittings: readonly (readonly Observation[])[],
  inSitting: (windows: readonly Observation[]) => number | undefined,
): readonly number[] {
  const found = sittings.flatMap((windows) => {
    const value = inSitting(windows);
    return value === undefined ? [] : [{ round: windows[0]?.trial, value }];
  });
  const rounds = new Set(found.map(({ round }) => round)).size;
  return rounds < ROUNDS ? [] : found.map(({ value }) => value);
}

/** CPU time per answer in the first and the last closed-loop block of each sitting. */
function driftOf({ name }: Workload, sittings: readonly (readonly Observation[])[]): Warning[] {
  const ratios = inRounds(sittings, (windows) => {
    const costs = windows.flatMap(({ window, result }) =>
      window.id === HEADLINE_CLOSED && result.load?.answers && result.usage?.serverCpu
        ? [result.usage.serverCpu / result.load.answers]
        : [],
    );
    const [first = 0, last] = [costs[0], costs.at(-1)];
    return costs.length > 1 && last !== undefined ? last / first : undefined;
  });
  if (ratios.length === 0) return [];
  const by = `a request takes ${times(median(ratios))} times the CPU time at the end of a round that it takes at its beginning`;
  if (quantileOf(ratios, 1 - SHARE) >= SLOWER) return [slows(name, by)];
  return when(quantileOf(ratios, SHARE) <= FASTER, {
    id: 'faster',
    message: `${by}, so \`${name}\` remembers what it has computed. These figures are those of a service that has seen its inputs`,
    remedy: 'measure the function that computes, below its cache',
  });
}

/**
 * Memory per answer over each sitting, and over its second half: a cache that fills once grows only in the first half.
 */
function growthOf({ name }: Workload, sittings: readonly (readonly Observation[])[]): Warning[] {
  const growths = inRounds(sittings, (windows) => {
    let answers = 0;
    const points = windows.flatMap(({ result }) => {
      answers += (result.load ?? result.open)?.accounting.ok ?? 0;
      return result.usage?.serverRssBytes === undefined
        ? []
        : [{ answers, bytes: result.usage.serverRssBytes }];
    });
    const [first, middle, last] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
    if (points.length < GROWTH_WINDOWS || !first || !middle || !last) return undefined;
    const slope = (from: typeof first) =>
      (last.bytes - from.bytes) / Math.max(1, last.answers - from.answers);
    const grows = last.bytes - first.bytes >= GROWN_BYTES && slope(middle) >= STILL_GROWING * slope(first);
    return grows ? slope(first) : 0;
  });
  if (growths.length === 0) return [];
  return when(quantileOf(growths, 1 - SHARE) > 0, {
    id: 'grows',
    message: `the memory of the services grows by ${number(median(growths) / 1024)} KiB with each answer of \`${name}\`, until the end of a round. Memory here depends on how long it was measured, and is no price of a strategy`,
    remedy: 'bound what it keeps, or free it',
  });
}

function notCpuBound({ name, headline }: Workload, all: readonly Observation[]): Warning[] {
  const tasks = all.flatMap(({ reference }) =>
    reference && sameInput(reference.input, headline) ? [reference.cpuMs] : [],
  );
  const ms = tasks.length === 0 ? LEAST_TASK_MS : median(tasks);
  return when(ms < LEAST_TASK_MS, {
    id: 'not-cpu-bound',
    message: `a task of \`${name}\` takes ${duration(ms)}, less than the request around it. This endpoint is not CPU-bound, and the figures are those of HTTP and of handing over`,
    remedy: 'compute it in the process that has the request, or measure a larger task',
  });
}
