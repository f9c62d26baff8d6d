import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type IsolationAnalysis = ScenarioAnalysis & { readonly rounds: number };
