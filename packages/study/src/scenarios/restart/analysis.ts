import type { ScenarioAnalysis } from '../../model.ts';

export type RestartAnalysis = ScenarioAnalysis & { readonly rounds: number };
