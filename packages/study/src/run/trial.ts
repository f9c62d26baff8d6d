import type { Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Block, EndResult, Seconds, Subject, Trial, VoidWindow, WindowResult } from '../model.ts';
import { attemptWindow } from './attempts.ts';
import type { RunContext } from './context.ts';
import { isOverloadedBy } from './open-specs.ts';
import { referenceFor } from './reference.ts';
import { createSideBySide, type SideBySide } from './side-by-side.ts';
import { warmUp } from './warm-up.ts';

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

export type TrialOptions = {
  /** Subjects that are not started: they have failed too often. */
  readonly retired: readonly Subject[];
  /** Whether there is time for one more block. Called only for a filler, after its first block. */
  readonly fits: (block: Block) => boolean;
};

/**
 * The life of a trial: start, verify and warm up its subjects, measure block after block, stop. Each block is on disk
 * before the next begins. The processes are gone when this returns.
 */
export async function runTrial(
  trial: Trial,
  context: RunContext,
  { retired, fits }: TrialOptions,
  events: TrialEvents,
): Promise<EndResult> {
  const startedAt = new Date().toISOString();
  const began = context.ports.now();
  const started = trial.subjects.filter((subject) => !retired.includes(subject));
  // Where memory does not allow all of them at once, they take turns.
  const { cpus } = trial.changes ?? {};
  if (cpus !== undefined) await context.ports.makeRoom(cpus);
  const groups = context.config.sideBySide ? [started] : started.map((subject) => [subject]);
  const sides: SideBySide[] = [];
  let pausedS: Seconds = 0;
  for (const group of groups) {
    const side = createSideBySide(context, trial.changes ?? {});
    sides.push(side);
    try {
      await context.ports.emptyRedis(); // no contestant inherits jobs of an earlier trial
      await prepare(group, trial, side, context);
      for (const [index, block] of trial.blocks.entries()) {
        if (trial.filler && index > 0 && !fits(block)) break;
        if (index > 0) pausedS += (await events.onPause?.(trial, false)) ?? 0;
        await runBlock(block, trial, side, context, events);
      }
    } finally {
      await side.stopAll();
    }
  }
  if (cpus !== undefined) await context.ports.makeRoom(0);
  return {
    kind: 'end',
    trial: trial.id,
    startedAt,
    tookS: Math.round(context.ports.now() - began) / 1000,
    ...(pausedS > 0 && { pausedS }),
    startUpMs: Object.assign({}, ...sides.map((side) => side.startUpMs)),
    failures: [
      ...retired.map(({ name }) => ({
        subject: name,
        reason: 'retired' as const,
        message: 'not started, because it had failed too often',
        log: [],
      })),
      ...sides.flatMap(({ failures }) => failures),
    ],
    warnings: sides.flatMap(({ warnings }) => warnings),
  };
}

/** One after the other, so that each start has the machine to itself. */
async function prepare(group: readonly Subject[], trial: Trial, side: SideBySide, context: RunContext) {
  const start = async (subject: Subject) => {
    context.signal.throwIfAborted();
    await side.start(subject);
    await side.with(subject.name, async ({ handle }) => {
      for (const query of queriesFor(subject, trial))
        await context.ports.verify(handle.service().origin, query, trial.changes?.workload);
    });
  };
  const { cpus = 1 } = trial.changes ?? {};
  if (cpus < 1)
    await Promise.all(group.map(start)); // each has its share of the machine in any case
  else for (const subject of group) await start(subject);
  // A service that is hurt is counted and not timed; another workload has nothing that would warm the
  // code up for all of its sizes.
  if (trial.changes?.poisoned || trial.changes?.workload !== undefined) return;
  for (const { name } of group) {
    await side.with(name, async ({ subject, handle }, signal) => {
      await warmUp(subject, handle.service(), context, signal, trial.changes?.cpus);
      await context.ports.settle(handle.service(), signal);
    });
  }
}

/** The reference, then every subject in turn. */
async function runBlock(
  block: Block,
  trial: Trial,
  side: SideBySide,
  context: RunContext,
  events: TrialEvents,
): Promise<void> {
  const names = block.order.filter((name) => side.running.has(name));
  if (names.length === 0) return;
  context.signal.throwIfAborted();
  const { workload, poisoned } = trial.changes ?? {};
  const isTimed = workload === undefined && !poisoned;
  const reference = isTimed ? await referenceFor(block.window, context) : undefined;
  const windows: WindowResult[] = [];
  const voids: VoidWindow[] = [];
  const overloaded: string[] = [];
  for (const name of names) {
    await side.with(name, async ({ subject, handle }, signal) => {
      if (isOverloadedBy(block.window.load, subject.contestant, context)) {
        overloaded.push(name);
        return;
      }
      events.onWindow(trial, block, name);
      const beside = [...side.running.values()]
        .filter((other) => other.subject.name !== name)
        .map((other) => other.handle.service())
        .flatMap((service) => (service.kind === 'local' ? [service.mark] : []));
      const task = { trial, block: block.id, subject, window: block.window, handle, beside };
      const result = await attemptWindow(task, context, signal);
      // It must not go on with what it was given at the expense of the next; and what is lost by then measured nothing.
      await context.ports.settle(handle.service(), signal);
      if ('void' in result) voids.push(result.void);
      else windows.push(result.window);
    });
  }
  // Only after all of them: in a block, the load is the same for every contestant.
  for (const result of windows) {
    const subject = trial.subjects.find((one) => one.name === result.subject);
    if (subject) context.capacities.learn(subject, block.window, result);
  }
  await context.store.append(
    defined({
      kind: 'block' as const,
      trial: trial.id,
      block: block.id,
      reference,
      windows,
      voids,
      overloaded: overloaded.length > 0 ? overloaded : undefined,
    }),
  );
}

/** Everything that a subject will be asked in this trial. */
function queriesFor({ name }: Subject, { blocks }: Trial): Query[] {
  const queries = blocks.flatMap(({ window: { load }, order }) => {
    if (!load || !order.includes(name)) return [];
    return load.kind === 'open' && load.mix ? load.mix.map(({ query }) => query) : [load.query];
  });
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
}
