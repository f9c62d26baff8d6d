import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLoad, type Rate } from '@cpu-bound/study/plan/windows';
import type { WithRounds } from '../measures.ts';
import { analyse, needs } from './analyse.ts';
import { charts, section } from './section.ts';

const RATE: Rate = { load: 0.3, of: 'core' };
const AT_SECONDS = 0.6;
const SECONDS = 3;
const LEAD_IN_SECONDS = 0.4;

/**
 * Plans SIGTERM and a fresh start on the same port while requests keep coming: a deployment without a second instance.
 */
export function plan({ headline, contestants }: Config): ScenarioPlan {
  return {
    starts: contestants.map(({ id }) => ({
      name: id,
      contestant: id,
      windows: [
        {
          id: 'restart',
          condition: { input: headline, setting: RATE },
          seconds: SECONDS,
          leadInSeconds: LEAD_IN_SECONDS,
          load: openLoad(headline, RATE),
          fault: { kind: 'restart', atSeconds: AT_SECONDS },
        },
      ],
    })),
  };
}

export const restart: Question<WithRounds> = {
  id: 'restart',
  question: 'What does a restart cost?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  analyse,
  needs,
  section,
  charts,
};
