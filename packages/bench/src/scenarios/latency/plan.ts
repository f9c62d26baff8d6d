import type { Config } from '../../config/config.ts';
import type { Trial, Window } from '../../model.ts';
import { cellsOf } from '../../plan/cells.ts';
import { conditionOf } from '../../plan/condition.ts';
import { openLoad, openSecondsAt } from '../../plan/windows.ts';

const LEAD_IN_SECONDS = 0.4;
/** The windows of the curve show where it bends, not by how much. */
const CURVE_SHARE = 0.45;

/** The open loop at loads that all can bear, in every round: what the verdicts rest on. */
export const loadWindows = (config: Config): Window[] =>
  config.profile.loads.map((load) => ({
    id: `load-${load}`,
    condition: { ...conditionOf(config.headline), load },
    seconds: openSecondsAt(config, load),
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(config.headline, load),
  }));

/** The open loop up to each contestant's own knee, in the first rounds. */
const curveWindows = ({ profile, headline }: Config): Window[] =>
  profile.curve.map((load) => ({
    id: `own-${load}`,
    condition: { ...conditionOf(headline), ownLoad: load },
    seconds: profile.openSeconds * CURVE_SHARE,
    leadInSeconds: LEAD_IN_SECONDS / 2,
    load: openLoad(headline, load, { of: 'own' }),
  }));

/** The loads, and the curve in as many rounds as the profile gives to what carries no verdict. */
export function planLatency(config: Config): Trial[] {
  const { rounds } = config.profile;
  const windows = [...loadWindows(config), ...curveWindows(config)];
  const cells = cellsOf(config, { scenario: 'latency', rounds: rounds.latency }, windows);
  const isLoad = ({ condition }: Window) => condition.load !== undefined;
  return cells.map((cell) =>
    cell.round <= rounds.other ? cell : { ...cell, windows: cell.windows.filter(isLoad) },
  );
}
