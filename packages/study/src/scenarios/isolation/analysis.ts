import type { ScenarioAnalysis } from '../../model.ts';

export type IsolationAnalysis = ScenarioAnalysis & { readonly rounds: number };
