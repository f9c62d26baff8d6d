import type { Seconds } from '@cpu-bound/measure/model';
import type { Block, Trial } from '../model/plan.ts';
import type { VoidWindow, WindowResult } from '../model/results.ts';
import { HEADLINE_CLOSED } from '../model.ts';
import type { RunContext } from './context.ts';
import { measureInFrames } from './frames.ts';
import { referenceFor } from './kernel-times.ts';
import { isOverloadedBy } from './open-task.ts';
import {
  assertUnharmed,
  GeneratorLimit,
  ImpossibleWindow,
  type RunningSubject,
  type SideBySide,
  UnsoundWindow,
  type WindowTask,
} from './side-by-side.ts';
import { measureWindow, watchClocks, windowOfFrames } from './window.ts';

/** Events that the progress display shows. */
export type TrialEvents = {
  onWindow(trial: Trial, block: Block, subject: string): void;
  /**
   * Nothing is being measured: between two blocks of a trial, or after it. The next block begins when it is over.
   *
   * @returns how long it took
   */
  onPause?(trial: Trial, isOver: boolean): Promise<Seconds>;
};

/** A trial while it is measured. */
export type TrialRun = {
  readonly trial: Trial;
  readonly services: SideBySide;
  readonly context: RunContext;
  readonly events: TrialEvents;
};

/** The outcome of one subject's window in a block. */
type Outcome =
  | { readonly window: WindowResult }
  | { readonly void: VoidWindow }
  | { readonly overloaded: string };

/** Measures the reference, then each subject in turn, and writes the block to disk. */
export async function measureBlock(block: Block, run: TrialRun): Promise<void> {
  const { trial, services, context } = run;
  const names = block.order.filter((name) => services.running.has(name));
  if (names.length === 0) return;
  context.signal.throwIfAborted();
  const { workload, poisoned } = trial.changes ?? {};
  const isTimed = workload === undefined && !poisoned;
  const firstClosed = trial.blocks.find(({ window }) => window.id === HEADLINE_CLOSED);
  const reference = isTimed
    ? await referenceFor(block.window, context, { withLoneCore: block === firstClosed })
    : undefined;
  const { framed, inWindows } = block.window.inFrames ? await framesOf(block, run) : {};
  const outcomes: Outcome[] = [];
  for (const name of names) {
    await services.with(name, async (running, signal) => {
      signal.throwIfAborted();
      const outcome = framed?.get(name) ?? (await measureSubject(running, block, run, signal));
      if ('failure' in outcome) throw outcome.failure;
      await assertUnharmed(running.handle.service());
      // Work that is left over must not slow down the next subject. A service that dies now has measured nothing.
      await context.ports.settle(running.handle.service(), signal);
      outcomes.push(outcome);
    });
  }
  const windows = outcomes.flatMap((outcome) => ('window' in outcome ? [outcome.window] : []));
  const overloaded = outcomes.flatMap((outcome) => ('overloaded' in outcome ? [outcome.overloaded] : []));
  // The capacities learn only now: in a block, the load is the same for every contestant.
  for (const result of windows) {
    const subject = trial.subjects.find(({ name }) => name === result.subject);
    if (subject) context.capacities.learn(subject, block.window, result);
  }
  await context.store.append({
    kind: 'block',
    trial: trial.id,
    block: block.id,
    reference,
    windows,
    voids: outcomes.flatMap((outcome) => ('void' in outcome ? [outcome.void] : [])),
    overloaded: overloaded.length > 0 ? overloaded : undefined,
    inWindows,
  });
}

/** The outcome of one subject in frames, or the error with which it failed. */
type Framed = Outcome | { readonly failure: unknown };

/** The outcome of each subject; or why the block is measured in windows. */
type FramesOrNot = {
  readonly framed?: ReadonlyMap<string, Framed>;
  readonly inWindows?: string;
};

/**
 * Measures the block in frames, if it can be; once more if one of its windows is void, and again with more load
 * generators, where they were the limit.
 *
 * @param earlier the reasons for which a first attempt was void
 */
async function framesOf(block: Block, run: TrialRun, earlier: readonly string[] = []): Promise<FramesOrNot> {
  const { trial, context, events } = run;
  const [first = ''] = block.order;
  events.onWindow(trial, block, first);
  const endWatch = watchClocks(context.ports);
  let disturbed: string | undefined;
  let measured: Awaited<ReturnType<typeof measureInFrames>>;
  try {
    measured = await measureInFrames(block, run);
  } finally {
    disturbed = endWatch();
  }
  if ('inWindows' in measured) return measured;
  const framed = new Map(
    [...measured.framed].map(([name, ended]) => {
      const sound = () => {
        if (disturbed !== undefined) throw new UnsoundWindow([disturbed]);
        return windowOfFrames(name, ended, context);
      };
      return [name, outcomeOf(name, sound, earlier)];
    }),
  );
  const voids = [...framed.values()].flatMap((outcome) => ('void' in outcome ? [outcome.void] : []));
  const isLimited = voids.some(({ byGenerator }) => byGenerator);
  if (isLimited && context.generatorsNeeded.more(block.window)) return framesOf(block, run, earlier);
  const reasons = voids.flatMap((window) => (window.byGenerator ? [] : window.reasons));
  if (reasons.length > 0 && earlier.length === 0) return framesOf(block, run, reasons);
  return { framed };
}

function outcomeOf(subject: string, measured: () => WindowResult, earlier: readonly string[]): Framed {
  try {
    const window = measured();
    return { window: earlier.length > 0 ? { ...window, retries: earlier } : window };
  } catch (failure) {
    if (!(failure instanceof UnsoundWindow)) return { failure };
    const byGenerator = failure instanceof GeneratorLimit || undefined;
    return { void: { subject, reasons: [...earlier, ...failure.reasons], byGenerator } };
  }
}

async function measureSubject(
  { subject, handle }: RunningSubject,
  block: Block,
  { trial, services, context, events }: TrialRun,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, contestant } = subject;
  if (isOverloadedBy(block.window, contestant, context)) return { overloaded: name };
  events.onWindow(trial, block, name);
  const idle = services.othersThan(name);
  const task = { trial, block: block.id, subject, window: block.window, handle, idle };
  return attemptWindow(task, context, signal);
}

/** A void window says nothing about the contestant, so it is measured once more. */
const ATTEMPTS = 2;

/**
 * Measures a window, at most twice; where the load generator was the limit, also with as many as it takes.
 *
 * @returns the window, or the reasons why each attempt was void; retries are recorded either way
 */
async function attemptWindow(
  task: WindowTask,
  context: RunContext,
  signal: AbortSignal,
): Promise<{ readonly window: WindowResult } | { readonly void: VoidWindow }> {
  const subject = task.subject.name;
  const reasons: string[] = [];
  let byGenerator = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const window = await measureWindow(task, context, signal);
      return { window: reasons.length > 0 ? { ...window, retries: reasons } : window };
    } catch (error) {
      if (!(error instanceof UnsoundWindow)) throw error;
      reasons.push(error.reasons.join('; '));
      byGenerator = error instanceof GeneratorLimit;
      // More generators are no second attempt, but the first one with enough of them.
      if (byGenerator && context.generatorsNeeded.more(task.window)) attempt--;
      if (error instanceof ImpossibleWindow) return { void: { subject, reasons, beyond: true } };
    }
    await context.ports.settle(task.handle.service(), signal);
  }
  return { void: { subject, reasons, byGenerator: byGenerator || undefined } };
}
