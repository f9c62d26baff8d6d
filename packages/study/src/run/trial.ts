import type { Block, EndResult, Seconds, Subject, Trial } from '../model.ts';
import { measureBlock, type TrialEvents, type TrialRun } from './block.ts';
import type { RunContext } from './context.ts';
import { prepareSubjects } from './prepare-subjects.ts';
import { SideBySide } from './side-by-side.ts';

export type TrialOptions = {
  /** Subjects that are not started: they have failed too often. */
  readonly retired: readonly Subject[];
  /** Returns true if there is time for one more block. Called only for a filler, after its first block. */
  readonly fits: (block: Block) => boolean;
};

/**
 * The life of a trial: start, verify and warm up its subjects, measure block after block, stop. Each block is on disk
 * before the next begins. The processes are gone when this returns.
 */
export async function runTrial(
  trial: Trial,
  context: RunContext,
  options: TrialOptions,
  events: TrialEvents,
): Promise<EndResult> {
  const { ports, config } = context;
  const { retired } = options;
  const startedAt = new Date().toISOString();
  const began = ports.now();
  const subjects = trial.subjects.filter((subject) => !retired.includes(subject));
  // Where memory does not allow all of them at once, they take turns.
  const groups = config.sideBySide ? [subjects] : subjects.map((subject) => [subject]);
  const { cpus } = trial.changes ?? {};
  if (cpus !== undefined) await ports.makeRoom(cpus);
  const ended: SideBySide[] = [];
  let pausedS: Seconds = 0;
  for (const group of groups) {
    const services = new SideBySide(context, trial.changes ?? {});
    ended.push(services);
    pausedS += await runGroup(group, { trial, services, context, events }, options);
  }
  if (cpus !== undefined) await ports.makeRoom(0);
  return {
    kind: 'end',
    trial: trial.id,
    startedAt,
    tookS: Math.round(ports.now() - began) / 1000,
    ...(pausedS > 0 && { pausedS }),
    startUpMs: Object.assign({}, ...ended.map((services) => services.startUpMs)),
    failures: [
      ...retired.map(({ name }) => ({
        subject: name,
        reason: 'retired' as const,
        message: 'not started, because it had failed too often',
        log: [],
      })),
      ...ended.flatMap((services) => services.failures),
    ],
    warnings: ended.flatMap((services) => services.warnings),
  };
}

/**
 * Measures the subjects that are up at the same time.
 *
 * @returns how long the run paused between two blocks
 */
async function runGroup(group: readonly Subject[], run: TrialRun, { fits }: TrialOptions): Promise<Seconds> {
  const { trial, services, context, events } = run;
  let pausedS: Seconds = 0;
  try {
    await context.ports.emptyRedis(); // no contestant inherits jobs of an earlier trial
    await prepareSubjects(group, run);
    for (const [index, block] of trial.blocks.entries()) {
      if (trial.filler && index > 0 && !fits(block)) break;
      if (index > 0) pausedS += (await events.onPause?.(trial, false)) ?? 0;
      await measureBlock(block, run);
    }
  } finally {
    await services.stopAll();
  }
  return pausedS;
}
