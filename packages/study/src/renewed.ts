import type { ScenarioAnalysis, Undecided } from './model.ts';
import type { Scenario } from './scenario.ts';

/** The version of the findings in `analysis.json` that this bench writes. */
const VERSION = 9;

/**
 * Returns a stored analysis as this version writes it: questions make findings of an older bench anew from the windows
 * that were stored with them.
 */
export function renewed(
  stored: Omit<Undecided, 'schemaVersion'> & { readonly schemaVersion: number },
  scenarios: readonly Pick<Scenario<ScenarioAnalysis>, 'id' | 'renewed'>[],
): Undecided {
  if (stored.schemaVersion === VERSION) return { ...stored, schemaVersion: VERSION };
  const found = Object.entries(stored.scenarios).map(([id, own]) => {
    const scenario = scenarios.find((each) => each.id === id);
    return [id, scenario?.renewed?.(own, stored) ?? own] as const;
  });
  return { ...stored, schemaVersion: VERSION, scenarios: Object.fromEntries(found) };
}
