import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import { profiles } from '@cpu-bound/study/config/profiles';
import type { Milliseconds, Omission, Seconds } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLeadIn, openLoad } from '@cpu-bound/study/plan/windows';
import { analyse, needs, renewed, type WithinAnalysis } from './analyse.ts';
import { charts, section } from './section.ts';

/** The target if the reader gives none: a request may wait for some others, and no client notices less than this. */
const TASKS_OF_TARGET = 10;
const LEAST_TARGET_MS: Milliseconds = 50;
/** A window of fewer targets ends before its queue shows what the rate does to it (docs/adr/0055). */
const TARGETS_OF_WINDOW = 40;
/** A search begins here: the rate within a target is between a third and all of the throughput. */
const FIRST_RATE = 0.75;
/** The bench waits this long for an answer, so a longer target has no late request. */
const LONGEST_TARGET_MS: Milliseconds = 10_000;
/** A profile's time has room for windows that are at most this much longer than its usual ones. */
const MOST_STRETCH = 1.5;

/** Returns the reader's target, or ten tasks and at least 50 ms. */
export const targetOf = ({ p99, taskSeconds = 0 }: Pick<Config, 'p99' | 'taskSeconds'>): Milliseconds =>
  p99 ?? Math.max(LEAST_TARGET_MS, Number((TASKS_OF_TARGET * 1000 * taskSeconds).toPrecision(2)));

const secondsOf = (config: Config): Seconds =>
  Math.max(config.profile.openSeconds, (TARGETS_OF_WINDOW * targetOf(config)) / 1000);

/**
 * Plans a search of each contestant: every window is one step above the last one if that was within the target, and
 * one below if it was not.
 */
export function plan(config: Config): ScenarioPlan {
  if (leftOut(config).length > 0) return {};
  const within = targetOf(config);
  return {
    sitting: [
      {
        window: {
          id: `within-${within}`,
          condition: { input: config.headline, setting: { within } },
          seconds: secondsOf(config),
          leadInSeconds: openLeadIn(config, FIRST_RATE),
          load: openLoad(config.headline, { load: FIRST_RATE, of: 'own' }, { within }),
        },
        blocks: config.profile.openBlocks,
        contestants: config.contestants.map(({ id }) => id),
      },
    ],
  };
}

/** A profile has no time for slow tasks; whoever asks the question by name has. */
export function leftOut(config: Config): Omission[] {
  const target = targetOf(config);
  if (target >= LONGEST_TARGET_MS)
    return [
      {
        reason: `the target of ${target / 1000} s is not below the ${LONGEST_TARGET_MS / 1000} s that the bench waits for an answer`,
        remedy: 'give a shorter --p99',
      },
    ];
  const [seconds, usual] = [secondsOf(config), config.profile.openSeconds];
  if (config.profile.inFull || seconds <= MOST_STRETCH * usual) return [];
  const minutes = (2 * profiles.standard.rounds * config.contestants.length * (seconds + 2)) / 60;
  return [
    {
      reason: `a p99 within ${target} ms takes windows of ${seconds.toFixed(0)} s, some ${Math.ceil(minutes)} minutes in all`,
      remedy: 'run it by name: --scenarios within',
    },
  ];
}

export const within: Question<WithinAnalysis> = {
  id: 'within',
  question: 'How many requests stay within a p99?',
  profiles: ['standard', 'thorough'],
  ofRequests: true,
  flags: ['p99'],
  byNameSeconds: 840,
  plan,
  leftOut,
  analyse,
  renewed,
  needs,
  section,
  charts,
};
