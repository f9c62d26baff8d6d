import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type CpusAnalysis = ScenarioAnalysis & { readonly rounds: number };
