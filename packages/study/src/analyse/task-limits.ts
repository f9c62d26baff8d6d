import type { Seconds, Usage } from '@cpu-bound/measure/model';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import * as format from '../format.ts';
import {
  type ContestantFacts,
  type Doubt,
  HEADLINE_CLOSED,
  type Milliseconds,
  type Run,
  sameInput,
} from '../model.ts';
import { exceeds, inRounds, meanOf, typical } from './exceeds.ts';
import type { Observation } from './observations.ts';

/** A task may take less time than its CPU time if less than this share of the work is on the event loop. */
const ON_THE_LOOP = 0.9;

/**
 * The kernel is timed on all cores at once. A core with an idle sibling, or a higher clock, takes as little as this part
 * of that time, and at a low rate a request may have such a core.
 */
const LONE_CORE = 0.5;
/** The system counts CPU time in steps of this size: a figure of 0 is less than one step. */
const CPU_STEP: Seconds = 0.01;

const cpuUsed = (usage: Usage | undefined): Seconds | undefined =>
  usage?.serverCpu === undefined ? undefined : Math.max(CPU_STEP, usage.serverCpu + (usage.redisCpu ?? 0));

/** The limits that the CPU time of a task sets. */
type Limits = {
  /** The CPU time of a task in a round. */
  readonly kernelIn: (round: number) => Milliseconds;
  readonly cores: number;
  readonly isOnTheLoop: boolean;
};

/**
 * Reads the kernel's fastest CPU time in each round: the limit that is least likely to accuse an honest contestant. A
 * round without one has the fastest of the run. One limit for all rounds would hide a factor of two on a machine whose
 * speed changes. The result is undefined if the kernel was not timed.
 */
export function limitsOf({ manifest, dimensions }: Run, all: readonly Observation[]): Limits | undefined {
  const { workload, environment } = manifest;
  if (workload.requests) return undefined;
  const timed = all.flatMap(({ round, reference }) =>
    reference && sameInput(reference.input, workload.headline) ? [{ round, ms: reference.cpuMs }] : [],
  );
  const first = dimensions?.kernelMs[new URLSearchParams(workload.headline).toString()];
  const fastest = (tasks: readonly { readonly ms: Milliseconds }[]) => Math.min(...tasks.map(({ ms }) => ms));
  const ofRun = Math.min(fastest(timed), first ?? Number.POSITIVE_INFINITY);
  if (!Number.isFinite(ofRun) || ofRun <= 0) return undefined;
  const rounds = new Map(
    [...Map.groupBy(timed, ({ round }) => round)].map(([round, own]) => [round, fastest(own)]),
  );
  const isOnTheLoop = (workload.loopShare ?? 1) >= ON_THE_LOOP;
  const kernelIn = (round: number) => rounds.get(round) ?? ofRun;
  return {
    kernelIn,
    cores: Math.min(manifest.workers, environment.cores, environment.quota ?? Number.POSITIVE_INFINITY),
    isOnTheLoop,
  };
}

/** Finds figures that are impossible for a service that computes each answer. */
export function beyondTheLimits(
  { id, workers }: ContestantFacts,
  its: readonly Observation[],
  run: Run,
  { kernelIn, cores, isOnTheLoop }: Limits,
): Doubt[] {
  const { headline } = run.manifest.workload;
  const fair = its.filter(({ window }) => sameInput(window.condition.input, headline));
  const closed = fair.filter(({ window }) => window.id === HEADLINE_CLOSED);
  if (its.length === 0) return [];
  const able = workers || !isOnTheLoop ? cores : 1;
  const kernelMs = median([...new Set(its.map(({ round }) => round))].map(kernelIn));
  const mostIn = (round: number) => (able * 1000) / kernelIn(round);
  const found: Doubt[] = [];
  const add = (kind: Doubt['kind'], message: string) =>
    found.push({
      contestant: id,
      kind,
      message: `${message} Does it keep answers, compute ahead, or compute by another function?`,
    });
  const task = `a task needs ${format.duration(kernelMs)} of CPU time`;

  const tooLittleCpu = (loop: string, windows: readonly Observation[], least: number) => {
    const needed = inRounds(windows, ({ round, result }) => {
      const { answers } = result.load ?? result.open ?? {};
      return answers === undefined || result.usage?.serverCpu === undefined
        ? undefined
        : (answers * least * kernelIn(round)) / 1000;
    });
    const used = inRounds(windows, ({ result }) => cpuUsed(result.usage));
    if (exceeds(needed, (round) => used.get(round)))
      add(
        'too-little-cpu',
        `its answers in the ${loop} need ${format.times(typical(needed) / typical(used))} times the CPU time that its processes used: ${task}.`,
      );
  };
  tooLittleCpu('closed loop', closed, 1);
  const open = fair.filter(
    ({ window, result }) => result.open && window.load?.kind === 'open' && !window.load.mix,
  );
  tooLittleCpu('open loop', open, LONE_CORE);
  const rates = inRounds(closed, ({ result }) => result.load?.perSecond);
  if (exceeds(rates, mostIn))
    add(
      'too-many-answers',
      `it gave ${format.number(typical(rates))} answers a second, where ${format.count(able, 'core')} can compute ${format.number((able * 1000) / kernelMs)}: ${task}.`,
    );
  const took = inRounds(open, ({ result }) =>
    result.open ? meanOf(run.samples(result.open.samples), run.samples(result.open.lags)) : undefined,
  );
  const tasks = new Map([...took.keys()].map((round) => [round, kernelIn(round)]));
  if (isOnTheLoop && exceeds(tasks, (round) => took.get(round)))
    add('too-fast', `its requests took ${format.duration(typical(took))}: ${task}.`);
  return found;
}
