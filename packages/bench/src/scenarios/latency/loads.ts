import type { Config } from '../../config/config.ts';
import type { Window } from '../../model.ts';
import { conditionOf } from '../../plan/condition.ts';
import { openLoad, openSecondsAt } from '../../plan/windows.ts';

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
