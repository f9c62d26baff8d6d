import type { Block, EndResult, Seconds, Trial } from '../model.ts';

/** `round 3: cluster, threads` for a sitting, or `faults round 3: cluster` for a separate start. */
export function describeTrial({ id, round, subjects, filler }: Trial): string {
  const names = subjects.filter(({ twin }) => !twin).map(({ name }) => name);
  if (id.startsWith('sitting/'))
    return `round ${round}${filler ? ' (the time that is left)' : ''}: ${names.join(', ')}`;
  const [scenario, ...rest] = id.split('/');
  return `${scenario} round ${round}: ${rest.slice(1).join('/') || names.join()}`;
}

/** The questions and the contestant of a window: `latency, responsiveness: threads`. */
export const describeWindow = ({ window }: Block, subject: string): string =>
  `${window.questions.join(', ') || window.id}: ${subject}`;

export function describeEnd({ failures, tookS }: EndResult, trial: Trial): string {
  const failed = failures.map(({ subject, reason, message }) => `${subject} FAILED (${reason}): ${message}`);
  return `${describeTrial(trial)} – ${failed.length > 0 ? failed.join('; ') : minutes(tookS)}`;
}

/** `2 min 05 s`, `40 s` */
export function minutes(seconds: Seconds): string {
  const total = Math.max(0, Math.round(seconds));
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${String(total % 60).padStart(2, '0')} s`;
}
