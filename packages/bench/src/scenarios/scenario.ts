import type { Config } from '../measure/config/config.ts';
import type { Analysis, LeftOut, Run, ScenarioAnalysis, Trial } from '../model.ts';

/** A picture of a scenario's answer. `file` is its name below the charts' folder. */
export type Chart = { readonly file: string; readonly alt: string; readonly svg: string };

/**
 * One question, with its four faces. The stages call these and know no scenario by name: adding a question is
 * adding a folder and one line in `scenarios.ts`.
 */
export type Scenario = {
  readonly id: string;
  /** In the reader's words; the title of its section. */
  readonly question: string;
  /** What to measure, in any order: the plan stage interleaves. */
  readonly plan: (config: Config) => readonly Trial[];
  /** What it does not measure with this configuration, and why. */
  readonly leftOut?: (config: Config) => readonly LeftOut[];
  readonly analyse: (run: Run) => ScenarioAnalysis;
  /** Markdown below the section's title. `chart` gives the image of one of its charts, by file name. */
  readonly section: (analysis: Analysis, chart: (file: string) => string) => string;
  readonly charts: (analysis: Analysis) => Promise<readonly Chart[]>;
};
