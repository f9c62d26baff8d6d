import type { ScenarioAnalysis } from '../../model.ts';

export type CpusAnalysis = ScenarioAnalysis & { readonly rounds: number };
