import type { Scenario } from '../scenario.ts';
import type { CpusAnalysis } from './analyse.ts';
import { analyseCpus } from './analyse.ts';
import { cpusNeeds } from './need.ts';
import { cpusLeftOut, planCpus } from './plan.ts';

export const cpus: Scenario<CpusAnalysis> = {
  id: 'cpus',
  question: 'One core, or half of one: is a pool of any use?',
  profiles: ['thorough'],
  plan: planCpus,
  leftOut: cpusLeftOut,
  analyse: analyseCpus,
  needs: cpusNeeds,
};
