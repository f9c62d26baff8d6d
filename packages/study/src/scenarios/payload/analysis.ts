import type { ScenarioAnalysis } from '../../model.ts';

export type PayloadAnalysis = ScenarioAnalysis & { readonly rounds: number };
