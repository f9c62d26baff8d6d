import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

export type WorkersAnalysis = ScenarioAnalysis & { readonly seconds: Seconds; readonly rounds: number };
