import { basename, join } from 'node:path';
import type { Seconds } from '@cpu-bound/measure/model';
import { questions } from '@cpu-bound/questions/questions';
import { moreCommand } from '@cpu-bound/study/analyse/commands';
import { configOf, type RunFlags, type RunSettings } from '@cpu-bound/study/config/config';
import { askedByName, inDepth, type Profile, profiles } from '@cpu-bound/study/config/profiles';
import { asExamined } from '@cpu-bound/study/config/settings';
import type { OpenQuestion } from '@cpu-bound/study/decide/questions';
import type { Run } from '@cpu-bound/study/model';
import { plan } from '@cpu-bound/study/plan/plan';
import { expectedSeconds } from '@cpu-bound/study/plan/windows';
import { runsIn } from '@cpu-bound/study/results/study';
import { type RunRequest, settingsHere } from './prepare.ts';
import type { Surface } from './surface.ts';

export type Study = { readonly folder: string; readonly run: Run };

/** A question with its number of rounds, and the run that adds them to a study. */
export type Addition = RunRequest & { readonly question: OpenQuestion };

/** Prepares the run that adds a question's rounds to a study, with its flags, in an order of its own. */
export async function additionTo(
  { folder, run }: Study,
  question: OpenQuestion,
  surface: Surface,
): Promise<Addition> {
  const { manifest, parts } = run;
  const { rounds: _rounds, rate, p99, ...begun } = manifest.flags as RunFlags;
  const { flags: reads = [] } = questions.find(({ id }) => id === question.scenario) ?? {};
  const settings = await settingsHere(
    {
      ...begun,
      // A question refuses the flags that only others read. A p99 also goes with a rate.
      ...(reads.includes('rate') && rate !== undefined && { rate, p99 }),
      ...(reads.includes('p99') && { p99 }),
      scenarios: question.scenario,
      seed: `${manifest.seed}/${(parts?.length ?? 1) + 1}`,
      rounds: String(question.rounds),
    },
    surface,
  );
  const profile = profileOf(settings, question, begun.scenarios !== undefined);
  const out = join(runsIn(folder), basename(settings.out));
  const command = moreCommand({ run: manifest }, question.scenario);
  return {
    kind: 'added',
    begun: run,
    study: folder,
    command,
    question,
    settings: asExamined({ ...settings, profile, out }, manifest.workload),
  };
}

/**
 * Completes the profile by the windows of the run that began the study, so that the rounds of both can be pooled. A
 * question without rounds so far is measured in full.
 */
function profileOf({ profileName }: RunSettings, { rounds, inFull }: OpenQuestion, byName: boolean): Profile {
  const named: Profile = profiles[profileName];
  const begun = byName ? askedByName(named) : inDepth(named);
  return { ...begun, rounds, ...(inFull && { inFull }) };
}

/** Estimates the duration of a question, and of a round of it, on a machine that has every backend and capability. */
export function expectedOf({ settings, question }: Addition): { total: Seconds; round: Seconds } {
  const able = { ownRedis: true, cpuLimits: {}, sideBySide: true };
  const config = configOf(settings, settings.contestants, able);
  const trials = plan(
    config,
    questions.filter(({ id }) => id === question.scenario),
  );
  const total = trials.reduce((sum, trial) => sum + expectedSeconds(trial, config.profile), 0);
  return { total, round: total / Math.max(1, new Set(trials.map(({ round }) => round)).size) };
}
