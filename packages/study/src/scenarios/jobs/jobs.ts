import type { Scenario } from '../scenario.ts';
import type { JobsAnalysis } from './analyse.ts';
import { analyseJobs } from './analyse.ts';
import { jobsNeeds } from './need.ts';
import { jobsLeftOut, planJobs } from './plan.ts';

export const jobs: Scenario<JobsAnalysis> = {
  id: 'jobs',
  question: 'What of “accepted, ask later”, and what does durability cost?',
  profiles: ['standard', 'thorough'],
  plan: planJobs,
  leftOut: jobsLeftOut,
  analyse: analyseJobs,
  needs: jobsNeeds,
};
