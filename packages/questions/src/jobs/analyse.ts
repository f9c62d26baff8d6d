import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type JobsAnalysis = ScenarioAnalysis & { readonly rounds: number };
