import type { ScenarioAnalysis, Seconds } from '../../model.ts';

export type WorkersAnalysis = ScenarioAnalysis & { readonly seconds: Seconds; readonly rounds: number };
