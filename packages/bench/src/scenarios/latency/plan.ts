import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { openLoad } from '../../measure/plan/windows.ts';
import type { Trial, Window } from '../../model.ts';
import { probed } from '../responsiveness/plan.ts';
import { LEAD_IN_SECONDS, loadWindows } from './loads.ts';

/** The windows of the curve show where it bends, not by how much. */
const CURVE_SHARE = 0.45;

/** The open loop up to each contestant's own knee, in the first rounds. */
const curveWindows = ({ profile, headline }: Config): Window[] =>
  profile.curve.map((load) => ({
    id: `own-${load}`,
    condition: { ...conditionOf(headline), ownLoad: load },
    seconds: Math.round(profile.openSeconds * CURVE_SHARE * 100) / 100,
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(headline, load, { of: 'own' }),
  }));

/** The loads, and the curve in as many rounds as the profile gives to what carries no verdict. */
export function planLatency(config: Config): Trial[] {
  const { rounds } = config.profile;
  const shared = loadWindows(config);
  const loads = config.scenarios.includes('responsiveness') ? probed(shared, config) : shared;
  const windows = [...loads, ...curveWindows(config)];
  const cells = cellsOf(config, { scenario: 'latency', rounds: rounds.latency }, windows);
  const isLoad = ({ condition }: Window) => condition.load !== undefined;
  return cells.map((cell) =>
    cell.round <= rounds.other ? cell : { ...cell, windows: cell.windows.filter(isLoad) },
  );
}
