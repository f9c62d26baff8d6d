import type { Block, EndResult, Seconds, Trial } from '../model.ts';

/** `round 3 of 10: cluster, threads` for a sitting, or `faults round 3 of 5: cluster` for a separate start. */
export function describeTrial(trial: Trial, plan: readonly Trial[] = []): string {
  const { id, subjects } = trial;
  const names = subjects.filter(({ twin }) => !twin).map(({ name }) => name);
  const [scenario, ...rest] = id.split('/');
  return scenario === 'sitting'
    ? `${roundOf(trial, plan)}: ${names.join(', ')}`
    : `${scenario} ${roundOf(trial, plan)}: ${rest.slice(1).join('/') || names.join()}`;
}

/** `round 3 of 10`, by the rounds that the plan has of this question; without a plan, `round 3` */
export function roundOf({ id, round, filler }: Trial, plan: readonly Trial[]): string {
  if (filler) return `round ${round} (the time that is left)`;
  const [kind] = id.split('/');
  const last = Math.max(
    round,
    ...plan
      .filter((planned) => !planned.filler && planned.id.split('/')[0] === kind)
      .map((planned) => planned.round),
  );
  return plan.length === 0 ? `round ${round}` : `round ${round} of ${last}`;
}

/** The questions and the contestant of a window: `latency, responsiveness: threads`. */
export const describeWindow = ({ window }: Block, subject: string): string =>
  `${window.questions.join(', ') || window.id}: ${subject}`;

export function describeEnd(
  { failures, tookS }: EndResult,
  trial: Trial,
  plan: readonly Trial[] = [],
): string {
  const failed = failures.map(({ subject, reason, message }) => `${subject} FAILED (${reason}): ${message}`);
  return `${describeTrial(trial, plan)} – ${failed.length > 0 ? failed.join('; ') : minutes(tookS)}`;
}

/** `2 min 05 s`, `40 s` */
export function minutes(seconds: Seconds): string {
  const total = Math.max(0, Math.round(seconds));
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${String(total % 60).padStart(2, '0')} s`;
}
