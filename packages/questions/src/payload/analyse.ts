import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type PayloadAnalysis = ScenarioAnalysis & { readonly rounds: number };
