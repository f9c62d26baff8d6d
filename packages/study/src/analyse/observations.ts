import type { Milliseconds, OpenLoopResult, Seconds, Timeline } from '@cpu-bound/measure/model';
import { mean } from '@cpu-bound/stats/moments';
import type { Condition, Subject, Window } from '../model/plan.ts';
import type { EndResult, ReferenceResult, SampleFiles, WindowResult } from '../model/results.ts';
import type { ContestantFacts, Run } from '../model/run.ts';
import { conditionKey, sameCondition } from '../model.ts';

/** A window of one subject, with its plan and the kernel's time before it. */
export type Observation = {
  readonly trial: string;
  readonly round: number;
  readonly block: string;
  readonly subject: Subject;
  readonly window: Window;
  readonly result: WindowResult;
  readonly reference?: ReferenceResult;
  /** The time from spawn to the first right answer, for the start in which the window was measured. */
  readonly startUpMs?: Milliseconds;
  /** The contestant had ended by itself before the window: nothing was sent, and every request counts as unanswered. */
  readonly isMissed?: true;
  /** The CPU time that unknown processes may have used for it. */
  readonly unknownCpu?: Seconds;
  /** That was much: `usage` is without its CPU time. */
  readonly isCpuUnknown?: true;
};

/** A value for each round that has one. */
export type RoundValues = ReadonlyMap<number, number>;

export const eachRound = <T extends { readonly round: number }>(
  values: readonly T[],
  summary: (sameRound: readonly T[]) => number,
): RoundValues =>
  new Map(
    [...Map.groupBy(values, ({ round }) => round)].map(([round, sameRound]) => [round, summary(sameRound)]),
  );

/** The facts of a run that every question may read. */
export type RunFacts = {
  /** The contestants, and the variants that are measured as well. */
  readonly subjects: readonly ContestantFacts[];
  readonly contestants: readonly ContestantFacts[];
  readonly baseline: string;
  readonly workers: number;
  readonly cores: number;
  /** The number of figures whose intervals must hold at once, if two checkouts are compared. */
  readonly figures?: number;
};

/** The input of a question's analysis: the observations of its own windows, and the facts to interpret them. */
export type QuestionInput = {
  readonly run: RunFacts;
  readonly observations: readonly Observation[];
  /**
   * The time from spawn to the first right answer, by contestant and round, for starts with the usual workers and
   * environment.
   */
  readonly startUpMs: ReadonlyMap<string, RoundValues>;
  readonly samples: (file: string) => Float32Array;
  /** Answers per second of the headline's closed loops, by contestant and round, without the twin. */
  readonly throughput: ReadonlyMap<string, RoundValues>;
  /** Windows that were left out because their rate would have kept the contestant too busy. */
  readonly overloads: readonly Overload[];
};

/** A contestant that could not be measured at a rate in a round. */
export type Overload = {
  readonly contestant: string;
  readonly round: number;
  readonly window: Window;
};

/** Each measured block, with its trial and its window as they were planned. */
export function plannedBlocks({ manifest, results }: Run) {
  const planned = new Map(manifest.plan.map((trial) => [trial.id, trial]));
  return results.flatMap(({ trial: id, blocks, end }) => {
    const trial = planned.get(id);
    return blocks.flatMap((result) => {
      const window = trial?.blocks.find((block) => block.id === result.block)?.window;
      const subjectNamed = (name: string) => trial?.subjects.find((subject) => subject.name === name);
      return trial && window ? [{ trial, window, result, end, subjectNamed }] : [];
    });
  });
}

/**
 * Returns all windows of all trials. A contestant that ended by itself keeps the windows before its end, without the usage
 * of its processes, and all requests of those after it are unanswered. The windows of a contestant in a trial in which it
 * failed otherwise do not count.
 */
export function observationsOf(run: Run): Observation[] {
  const measured = plannedBlocks(run).flatMap(({ trial, window, result: ofBlock, end, subjectNamed }) => {
    const { block, windows, reference } = ofBlock;
    return windows.flatMap((each): Observation[] => {
      const subject = subjectNamed(each.subject);
      const failure = failureIn(end, each.subject);
      if (!subject || (failure && failure.reason !== 'died')) return [];
      const result = failure ? { ...each, usage: undefined } : each;
      const startUpMs = end?.startUpMs[subject.name];
      const { id, round } = trial;
      return [{ trial: id, round, block, subject, window, result, reference, startUpMs }];
    });
  });
  return [...measured, ...unansweredIn(run, measured)].toSorted((a, b) => a.round - b.round);
}

const failureIn = (end: EndResult | undefined, name: string) =>
  end?.failures.find(({ subject }) => subject === name);

/** Returns the windows that contestants missed because they had ended by themselves, like those of their other rounds. */
function unansweredIn({ manifest, results }: Run, measured: readonly Observation[]): Observation[] {
  return results.flatMap(({ trial: id, blocks, end }) => {
    const trial = manifest.plan.find((planned) => planned.id === id);
    return (trial?.blocks ?? []).flatMap(({ id: block, window, order }) =>
      order.flatMap((name): Observation[] => {
        const failure = failureIn(end, name);
        const subject = trial?.subjects.find((one) => one.name === name);
        const its = measured.filter(({ subject: { name: other } }) => other === name);
        const like = its.find((other) => other.window.id === window.id && isFair(window, other.result));
        const written = blocks.find((one) => one.block === block);
        const isKnown =
          its.some((other) => other.trial === id && other.block === block) ||
          written?.voids.some((one) => one.subject === name) ||
          written?.overloaded?.includes(name);
        if (!trial || !subject || failure?.reason !== 'died' || !like || isKnown) return [];
        const result = unanswered(like.result, failure.message);
        return [{ trial: id, round: trial.round, block, subject, window, result, isMissed: true }];
      }),
    );
  });
}

/** A window is fair if it neither harms nor overloads the service on purpose. */
export const isFair = ({ fault }: Window, { open }: WindowResult): boolean => !fault && !open?.timeline;

const NOTHING = { ok: 0, wrong: 0, refused: 0, failed: 0, timedOut: 0, lost: 0, inFlight: 0 };

/** Returns the result of a window like this one in which no request had an answer. */
function unanswered({ subject, load, open, probe }: WindowResult, firstFailure: string): WindowResult {
  const none = { answers: 0, computeMs: 0, shares: [], generatorCpu: 0, firstFailure };
  const late = <T extends OpenLoopResult & SampleFiles>(loop: T): T => {
    const { sent } = loop.accounting;
    return {
      ...loop,
      ...none,
      accounting: { ...NOTHING, sent, timedOut: sent },
      unansweredMs: loop.timeoutMs,
    };
  };
  const parts = Object.entries(open?.parts ?? {}).map(
    ([label, files]) => [label, { ...files, unansweredMs: open?.timeoutMs }] as const,
  );
  return {
    subject,
    ...(load && { load: { ...load, ...none, accounting: { ...NOTHING, sent: 0 }, perSecond: 0, bins: [] } }),
    ...(open && { open: { ...late(open), ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) } }),
    ...(probe && { probe: late(probe) }),
  };
}

/** Reads the latencies of a window in the intended order, counted from the due time. */
export const latenciesOf = (
  { samples }: Pick<QuestionInput, 'samples'>,
  { samples: file, unansweredMs }: SampleFiles,
): Float32Array => (unansweredMs === undefined ? samples(file) : samples(file).map(() => unansweredMs));

/** Returns the conditions that occur, without repetition, sorted by the numbers in them. */
export function conditionsOf(found: readonly { readonly window: Window }[]): Condition[] {
  const byKey = new Map(found.map(({ window }) => [conditionKey(window.condition), window.condition]));
  return [...byKey.values()].sort((a, b) => magnitude(a) - magnitude(b));
}

/** Conditions of one question differ in one number, or in several that grow together, so their sum puts them in order. */
const magnitude = ({ input, setting }: Condition) =>
  [...Object.values(input), ...Object.values(setting)].reduce<number>(
    (sum, value) => sum + (Number.isFinite(Number(value)) ? Number(value) : 0),
    0,
  );

export const under = (
  found: readonly Observation[],
  contestant: string,
  condition: Condition,
): Observation[] =>
  found.filter(
    ({ subject, window }) => subject.contestant === contestant && sameCondition(window.condition, condition),
  );

/** The mean number of cores that a contestant kept computing in each round while another one was measured. */
export const idleCores = (found: readonly Observation[], contestant: string): RoundValues =>
  eachRound(
    found.flatMap(({ round, result }) => {
      const own = result.usage?.idleCores?.[contestant];
      return own === undefined ? [] : [{ round, own }];
    }),
    (windows) => mean(windows.map(({ own }) => own)),
  );

/** A stretch is slow if its median is this many times the usual one. */
const SLOW = 3;
/** A generous bound for the time of a sound request, without the kernel's. */
const REQUEST_MS = 2;

/** The time until a service had recovered. `recovered` is false if it had not by the end of the window. */
export type Recovery = { readonly ms: Milliseconds; readonly recovered: boolean };

/**
 * Measures from a moment to the end of the last bad stretch: one in which a request failed, was refused or had no
 * answer. A slow stretch is bad, too: its median exceeds three times the kernel's time and a request's way. A slow
 * stretch between good ones does not count, because random arrivals cause it.
 *
 * @param from milliseconds from the start of the timeline
 */
export function recoveryFrom(open: OpenLoopResult, from: Milliseconds): Recovery | undefined {
  const { timeline, computeMs } = open;
  if (!timeline) return undefined;
  const { binMs } = timeline;
  const first = Math.floor(from / binMs);
  const slow = timeline.p50.map((p50) => p50 !== null && p50 > SLOW * (computeMs + REQUEST_MS));
  const bad = timeline.ok.map(
    (_, bin) => unserved(timeline, bin) > 0 || (slow[bin] && (slow[bin - 1] || slow[bin + 1])),
  );
  const last = bad.findLastIndex((isBad, bin) => isBad && bin >= first);
  if (last === -1) return { ms: 0, recovered: true };
  return { ms: Math.max(0, (last + 1) * binMs - from), recovered: last < bad.length - 1 };
}

const unserved = ({ failed, refused, timedOut }: Timeline, bin: number): number =>
  (failed[bin] ?? 0) + (refused[bin] ?? 0) + (timedOut[bin] ?? 0);
