import type { Config } from '../../config/config.ts';
import type { Probe, Trial, Window } from '../../model.ts';
import { cellsOf } from '../../plan/cells.ts';
import { conditionOf } from '../../plan/condition.ts';
import { openLoad, openSecondsAt } from '../../plan/windows.ts';

/** Enough samples for a p90 in a short window, too few to be a load of its own. */
const probe: Probe = { path: '/hello', perSecond: 50 };
/** The probe needs more samples than throughput does. */
const STRETCH = 1.5;
const LEAD_IN_SECONDS = 0.3;
/** Shares of the time that the loads of `latency` have: medians need fewer samples than tails. */
const OPEN_SHARE = 0.6;

/** `/hello` at a steady rate, while the heavy route has the lowest and the highest load of the profile, and all it can take. */
export function planResponsiveness(config: Config): Trial[] {
  const { profile, connections, headline } = config;
  const ends = new Set([profile.loads[0], profile.loads.at(-1)].filter((load) => load !== undefined));
  const loaded = [...ends].map(
    (load): Window => ({
      id: `hello-${load}`,
      condition: { ...conditionOf(headline), load },
      seconds: Math.round(openSecondsAt(config, 0.7) * OPEN_SHARE * 100) / 100,
      leadInSeconds: LEAD_IN_SECONDS,
      load: openLoad(headline, load),
      probe,
    }),
  );
  const saturated: Window = {
    id: 'saturated',
    condition: { ...conditionOf(headline), connections },
    seconds: profile.windowSeconds * STRETCH,
    leadInSeconds: LEAD_IN_SECONDS,
    load: { kind: 'closed', query: headline, connections },
    probe,
  };
  return cellsOf(config, { scenario: 'responsiveness', rounds: profile.rounds.latency }, [
    ...loaded,
    saturated,
  ]);
}
