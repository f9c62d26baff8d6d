import type { ScenarioAnalysis } from '../../model.ts';

export type FaultsAnalysis = ScenarioAnalysis & { readonly rounds: number };
