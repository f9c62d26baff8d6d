import type { Scenario } from '../scenario.ts';
import type { PayloadAnalysis } from './analyse.ts';
import { analysePayload } from './analyse.ts';
import { payloadNeeds } from './need.ts';
import { payloadLeftOut, planPayload } from './plan.ts';

export const payload: Scenario<PayloadAnalysis> = {
  id: 'payload',
  question: 'What does the size of what goes in and out cost?',
  profiles: ['thorough'],
  plan: planPayload,
  leftOut: payloadLeftOut,
  analyse: analysePayload,
  needs: payloadNeeds,
};
