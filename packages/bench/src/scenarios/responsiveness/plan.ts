import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import type { Probe, Trial, Window } from '../../model.ts';
import { loadWindows } from '../latency/loads.ts';

/** Enough samples for a p90, too few to be a load of its own: about a hundredth of a core. */
const probe: Probe = { path: '/hello', perSecond: 50 };
/** A median needs so many seconds of the probe, whatever the profile. */
const LEAST_SECONDS = 0.5;
const STRETCH = 1.5;
const LEAD_IN_SECONDS = 0.3;

/**
 * `/hello` at a steady rate, while the heavy route has the lowest and the highest load of the profile, and all it
 * can take. Where `latency` is measured too, the probe goes along in its windows of those loads.
 */
export function planResponsiveness(config: Config): Trial[] {
  const { profile, connections, headline, scenarios } = config;
  const loaded = probed(loadWindows(config), config).filter((window) => window.probe !== undefined);
  const saturated: Window = {
    id: 'saturated',
    condition: { ...conditionOf(headline), connections },
    seconds: Math.max(LEAST_SECONDS, profile.windowSeconds * STRETCH),
    leadInSeconds: LEAD_IN_SECONDS,
    load: { kind: 'closed', query: headline, connections },
    probe,
  };
  const windows = scenarios.includes('latency') ? [saturated] : [...loaded, saturated];
  return cellsOf(config, { scenario: 'responsiveness', rounds: profile.rounds.latency }, windows);
}

/** The same windows, those of the lowest and the highest load with a probe beside them. */
export function probed(windows: readonly Window[], { profile: { loads } }: Config): Window[] {
  const ends = [Math.min(...loads), Math.max(...loads)];
  return windows.map((window) =>
    ends.includes(Number(window.condition.load)) ? { ...window, probe } : window,
  );
}
