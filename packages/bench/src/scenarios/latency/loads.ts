import type { Config } from '../../measure/config/config.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { openLoad, openSecondsAt } from '../../measure/plan/windows.ts';
import type { Window } from '../../model.ts';

export const LEAD_IN_SECONDS = 0.3;

/** The open loop at loads that all can bear, in every round: what the verdicts rest on. */
export const loadWindows = (config: Config): Window[] =>
  config.profile.loads.map((load) => ({
    id: `load-${load}`,
    condition: { ...conditionOf(config.headline), load },
    seconds: openSecondsAt(config, load),
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(config.headline, load),
  }));
