import type { Config } from '../../config/config.ts';
import type { Probe, Trial, Window } from '../../model.ts';
import { cellsOf } from '../../plan/cells.ts';
import { conditionOf } from '../../plan/condition.ts';

/** Enough samples for a p90 in a short window, too few to be a load of its own. */
const probe: Probe = { path: '/hello', perSecond: 50 };
/** The probe needs twice the samples that throughput does. */
const STRETCH = 2;
const LEAD_IN_SECONDS = 0.3;

/** `/hello` at a steady rate: with nothing else to do, and while the closed loop saturates the heavy route. */
export function planResponsiveness(config: Config): Trial[] {
  const { profile, connections, headline } = config;
  const windows: Window[] = [
    {
      id: 'idle',
      condition: { ...conditionOf(headline), connections: 0 },
      seconds: profile.windowSeconds,
      leadInSeconds: 0,
      probe,
    },
    {
      id: 'saturated',
      condition: { ...conditionOf(headline), connections },
      seconds: profile.windowSeconds * STRETCH,
      leadInSeconds: LEAD_IN_SECONDS,
      load: { kind: 'closed', query: headline, connections },
      probe,
    },
  ];
  return cellsOf(
    config,
    { scenario: 'responsiveness', rounds: profile.rounds.other, sentinel: false },
    windows,
  );
}
