import { basename, join, relative } from 'node:path';
import { nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import { questions } from '@cpu-bound/questions/questions';
import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import { completeSettings } from '@cpu-bound/study/config/complete';
import { configOf, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { askedByName, inDepth, type Profile, profiles } from '@cpu-bound/study/config/profiles';
import type { OpenQuestion } from '@cpu-bound/study/decide/questions';
import type { Run, Seconds } from '@cpu-bound/study/model';
import { expectedSeconds } from '@cpu-bound/study/plan/expect';
import { plan } from '@cpu-bound/study/plan/plan';
import { differencesBetween } from '@cpu-bound/study/results/identity';
import { createStore } from '@cpu-bound/study/results/store';
import { runsIn } from '@cpu-bound/study/results/study';
import { lookElsewhere } from '@cpu-bound/study/run/look-elsewhere';
import { defined } from '@cpu-bound/workload/defined';
import { asExamined, describe, type Session } from './session.ts';
import type { Surface } from './surface.ts';
import type { Bench } from './with-bench.ts';

/** A study that runs are added to, and where it lies. */
export type Study = { readonly folder: string; readonly run: Run };

/** One question with its number of rounds, and the settings of the run that adds them. */
export type Addition = {
  readonly question: OpenQuestion;
  readonly flags: RunFlags;
  readonly settings: RunSettings;
};

/** The settings that add a question's rounds to a study: its own flags, with an order and arrivals of their own. */
export async function additionTo(
  { folder, run: { manifest, parts } }: Study,
  question: OpenQuestion,
  { root, code, cwd }: Surface,
): Promise<Addition> {
  const { rounds: _rounds, rate, p99, ...begun } = manifest.flags as RunFlags;
  const flags: RunFlags = {
    ...begun,
    // The reader's rate is for the question of latency alone.
    ...(question.scenario === 'latency' && defined({ rate, p99 })),
    scenarios: question.scenario,
    seed: `${manifest.seed}/${(parts?.length ?? 1) + 1}`,
    rounds: String(question.rounds),
  };
  nameVariables(readNamed(flags.env ?? []).variables);
  const given = await completeSettings(flags, { root, code, cwd, scenarios: questions, now: new Date() });
  return {
    question,
    flags,
    settings: asExamined(
      {
        ...given,
        profile: profileOf(given, question, begun.scenarios !== undefined),
        out: join(runsIn(folder), basename(given.out)),
      },
      manifest.workload,
      flags,
    ),
  };
}

/** The windows of the run that began the study, so that the rounds of both can be pooled; in full where it had none. */
function profileOf({ profileName }: RunSettings, { rounds, inFull }: OpenQuestion, byName: boolean): Profile {
  const named: Profile = profiles[profileName];
  const begun = byName ? askedByName(named) : inDepth(named);
  const rates = begun.rates === 'curve' ? begun.rates : 'low and high';
  return { ...begun, rounds, ...(inFull && { inFull, rates }) };
}

/** How long a question takes, and a round of it: on a machine that has everything it may want. */
export function expectedOf({ settings, question }: Addition): { whole: Seconds; round: Seconds } {
  const able = { redisRestarts: true, moreRedis: true, cpuLimits: {}, sideBySide: true };
  const config = configOf(settings, settings.contestants, able);
  const trials = plan(
    config,
    questions.filter(({ id }) => id === question.scenario),
  );
  const whole = trials.reduce((sum, trial) => sum + expectedSeconds(trial, config.profile), 0);
  return { whole, round: whole / Math.max(1, new Set(trials.map(({ round }) => round)).size) };
}

/**
 * Finds what the contestants need, plans, and creates the folder of a run within the study's.
 *
 * @throws UsageError where workload, machine, versions or code are others than those of the study, nothing written
 */
export async function openAddition(
  { folder, run }: Study,
  { settings, flags, question }: Addition,
  bench: Bench,
  surface: Surface,
): Promise<Session> {
  const { manifest: begun } = run;
  const elsewhere = await lookElsewhere(settings, surface.signal);
  const backends = await bench.backendsFor(settings.contestants);
  const startedAt = new Date().toISOString();
  const parts = { settings, examined: begun.workload, flags, backends, elsewhere, startedAt };
  const { config, manifest } = await describe(parts, surface);
  const differences = differencesBetween(begun, manifest);
  if (differences.length > 0) {
    const shown = relative(surface.cwd, folder) || folder;
    throw new UsageError([
      `${shown}: cannot be added to; begin another study with pnpm bench run:`,
      ...differences,
    ]);
  }
  const command = moreCommand({ run: begun }, question.scenario);
  const store = await createStore(config.out, { ...manifest, command });
  return { config, manifest, store, backends, done: [], dimensions: undefined };
}
