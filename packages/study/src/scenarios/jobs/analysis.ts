import type { ScenarioAnalysis } from '../../model.ts';

export type JobsAnalysis = ScenarioAnalysis & { readonly rounds: number };
