import type { Check } from '@cpu-bound/study/model';

/** Says what is unfit about this machine, and what that means for the run, which measures all the same. */
export function unfitLines(checks: readonly Check[]): string[] {
  const unfit = checks.filter(({ fit }) => !fit);
  if (unfit.length === 0) return [];
  return [
    ...unfit.map(({ id, detail, remedy }) => `unfit: ${id}: ${detail} → ${remedy}`),
    'The run measures anyway. All strategies meet the same disturbance, so its ratios hold for a machine in this state; figures may be worse than on a fit one, and fewer differences may be shown. The report names this under “Checks of this run”.',
  ];
}
