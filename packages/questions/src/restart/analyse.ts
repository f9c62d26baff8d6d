import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type RestartAnalysis = ScenarioAnalysis & { readonly rounds: number };
