import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { duration, number, times } from '../format.ts';
import { HEADLINE_CLOSED, type Recall, type Run, sameInput, type Validity } from '../model.ts';
import type { Observation } from './observations.ts';

type Warning = Omit<Validity['warnings'][number], 'about'>;

/** A second call that is faster than the first by this, and takes no longer than to make a key of its input. */
const [REMEMBERED, KEYS, LEAST_KEY_MS] = [8, 4, 0.005];
/** Octets that a call leaves behind, from which on the memory of a service depends on how long it was measured. */
const KEPT_BYTES = 1024;
/** Below this a service takes longer for a request than for its task. */
const LEAST_TASK_MS = 0.05;
/** Of the sittings, those that have to show it, and how many there have to be: one alone is noise. */
const [SHARE, SITTINGS] = [0.75, 3];
/** Task time in the last block of a sitting, by that in the first: see docs/adr/0040. */
const [SLOWER, FASTER] = [1.5, 0.5];
/** By this the memory of a service grows within a sitting, and at least by half as fast towards its end. */
const [GROWN_BYTES, STILL_GROWING] = [48 * 2 ** 20, 0.5];

const quantileOf = (values: readonly number[], p: number) => quantile(sortedCopy(values), p);

/** What a reader of the figures has to know of the function itself, each with what to do. */
export function aboutFunction(run: Run, all: readonly Observation[]): Validity['warnings'] {
  if (run.manifest.workload.requests) return [];
  const sittings = [...Map.groupBy(all, ({ trial, subject }) => `${trial} ${subject.name}`).values()];
  const { workload } = run.manifest;
  return [
    ...aboutRecall(workload.name, workload.recall),
    ...driftOf(workload, sittings),
    ...growthOf(workload, sittings),
    ...notCpuBound(workload, all),
  ].map((warning) => ({ ...warning, about: 'function' }));
}

type Workload = Run['manifest']['workload'];

/** By what the examination saw, before anything was measured. */
export function aboutRecall(name: string, recall: Recall | undefined): Warning[] {
  if (!recall) return [];
  const { inputs, firstMs = 0, againMs = Number.POSITIVE_INFINITY, keyMs = 0, keptBytes = 0 } = recall;
  const isKept = firstMs >= REMEMBERED * againMs && againMs <= KEYS * Math.max(keyMs, LEAST_KEY_MS);
  return [
    ...(inputs === 1
      ? [
          {
            id: 'one-input',
            message: `whether \`${name}\` keeps its answers cannot be told from one input`,
            remedy: "give several: --body 'samples/*.json'",
          },
        ]
      : []),
    ...(isKept
      ? [
          {
            id: 'remembers',
            message: `\`${name}\` keeps its answers: an input takes ${duration(firstMs)} at first and ${duration(againMs)} again, so these figures are those of looking up an answer`,
            remedy: 'measure the function that computes, below its cache',
          },
        ]
      : []),
    ...(keptBytes >= KEPT_BYTES
      ? [
          {
            id: 'keeps-memory',
            message: `\`${name}\` leaves ${number(keptBytes / 1024)} KiB behind in each call, so memory here is that of the calls so far, and no price of a strategy`,
            remedy: 'bound what it keeps, or free it',
          },
        ]
      : []),
  ];
}

/** CPU time by answer in the first and the last block of each sitting, under the load that all of them have. */
function driftOf({ name }: Workload, sittings: readonly (readonly Observation[])[]): Warning[] {
  const ratios = sittings.flatMap((windows) => {
    const costs = windows.flatMap(({ window, result: { load, usage } }) =>
      window.id === HEADLINE_CLOSED && load?.answers && usage?.serverCpu
        ? [usage.serverCpu / load.answers]
        : [],
    );
    const [first = 0, last] = [costs[0], costs.at(-1)];
    return costs.length > 1 && last !== undefined ? [last / first] : [];
  });
  if (ratios.length < SITTINGS) return [];
  const isSlower = quantileOf(ratios, 1 - SHARE) >= SLOWER;
  if (!isSlower && quantileOf(ratios, SHARE) > FASTER) return [];
  const by = `a request takes ${times(median(ratios))} times the CPU time at the end of a round that it takes at its beginning, so \`${name}\``;
  return [
    isSlower
      ? {
          id: 'slower',
          message: `${by} does more from call to call, and these figures are those of a round’s length`,
          remedy: 'bound what it keeps',
        }
      : {
          id: 'faster',
          message: `${by} keeps what it has computed, and these figures are those of a service that has seen its inputs`,
          remedy: 'measure the function that computes, below its cache',
        },
  ];
}

/** Memory by answer, within each sitting and towards its end: what only fills once grows at first. */
function growthOf({ name }: Workload, sittings: readonly (readonly Observation[])[]): Warning[] {
  const growths = sittings.flatMap((windows) => {
    let answers = 0;
    const points = windows.flatMap(({ result: { load, open, usage } }) => {
      answers += (load ?? open)?.accounting.ok ?? 0;
      return usage?.serverRssBytes === undefined ? [] : [{ answers, bytes: usage.serverRssBytes }];
    });
    const [first, middle, last] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
    if (points.length < 3 || !first || !middle || !last) return [];
    const slope = (from: typeof first) =>
      (last.bytes - from.bytes) / Math.max(1, last.answers - from.answers);
    const grows = last.bytes - first.bytes >= GROWN_BYTES && slope(middle) >= STILL_GROWING * slope(first);
    return [grows ? slope(first) : 0];
  });
  if (growths.length < SITTINGS || quantileOf(growths, 1 - SHARE) <= 0) return [];
  return [
    {
      id: 'grows',
      message: `the memory of the services grows by ${number(median(growths) / 1024)} KiB with each answer to \`${name}\`, also at the end of a round, so memory here is that of a round’s length, and no price of a strategy`,
      remedy: 'bound what it keeps, or free it',
    },
  ];
}

function notCpuBound({ name, headline }: Workload, all: readonly Observation[]): Warning[] {
  const tasks = all.flatMap(({ reference }) =>
    reference && sameInput(reference.input, headline) ? [reference.cpuMs] : [],
  );
  const ms = tasks.length === 0 ? LEAST_TASK_MS : median(tasks);
  if (ms >= LEAST_TASK_MS) return [];
  return [
    {
      id: 'not-cpu-bound',
      message: `a task of \`${name}\` takes ${duration(ms)}, less than the request around it: this endpoint is not CPU-bound, and the figures are those of HTTP and of handing over`,
      remedy: 'compute it in the process that has the request, or measure a larger task',
    },
  ];
}
