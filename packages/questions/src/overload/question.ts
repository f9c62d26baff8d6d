import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLoad } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { AFTERWARDS, analyse, needs, type OverloadAnalysis } from './analyse.ts';
import { charts, section } from './section.ts';

const SECONDS = 1;
const LEAD_IN_SECONDS = 0.2;

/**
 * The number of requests that a service may have in work or waiting for each of its workers: few enough to cause
 * refusals, and the same for each strategy, because a longer queue answers later (docs/adr/0063).
 */
const PENDING_PER_WORKER = 32;

/** The value of MAX_PENDING: each process that gets connections counts its own requests, any other service all of them. */
const mostPending = ({ workers: hasWorkers, deals }: Contestant, workers: number): number =>
  hasWorkers === false || deals === 'connections' ? PENDING_PER_WORKER : PENDING_PER_WORKER * workers;

/** Plans more load than the contestant can answer, then less, to measure answers, refusals and the recovery. */
export function plan({ headline, contestants, workers, profile }: Config): ScenarioPlan {
  const { load: ofCapacity, seconds } = AFTERWARDS;
  return {
    starts: contestants.map((contestant) =>
      defined({
        name: contestant.id,
        contestant: contestant.id,
        // If there is no time for more: two contestants whose rounds all lie apart differ.
        rounds: profile.inFull ? undefined : ROUNDS_TO_LIE_APART,
        changes: { env: { MAX_PENDING: String(mostPending(contestant, workers)) } },
        windows: profile.overloads.map((load) => ({
          id: `overload-${load}`,
          condition: {
            input: headline,
            setting: { load, of: 'own' as const, pendingPerWorker: PENDING_PER_WORKER },
          },
          seconds: SECONDS,
          leadInSeconds: LEAD_IN_SECONDS,
          load: openLoad(headline, { load, of: 'own' }, { afterwards: { ofCapacity, seconds } }),
        })),
      }),
    ),
  };
}

export const overload: Question<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens under overload?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  analyse,
  needs,
  section,
  charts,
};
