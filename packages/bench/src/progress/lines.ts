import type { Cell, Trial, TrialResult } from '../model.ts';

/** `capacity round 3: cluster` */
export function describeTrial(trial: Trial): string {
  const who = trial.kind === 'kernel' ? 'the kernel alone' : describeCell(trial);
  return `${trial.scenario} round ${trial.round}: ${who}`;
}

function describeCell({ contestant, twin, workers }: Cell): string {
  if (twin) return `${contestant} (twin)`;
  return workers === undefined ? contestant : `${contestant} (${workers} workers)`;
}

export function describeResult(result: TrialResult): string {
  const trial = describeTrial(result.trial);
  switch (result.state) {
    case 'completed':
      return `${trial} – ${outcome(result)}`;
    case 'failed':
      return `${trial} – FAILED (${result.reason}): ${result.message}`;
    case 'void':
      return `${trial} – void: ${result.reasons.join('; ')}`;
  }
}

function outcome({ windows, kernel }: Extract<TrialResult, { state: 'completed' }>): string {
  if (kernel) return kernel.map(({ meanMs }) => `${meanMs.toFixed(2)} ms`).join(', ');
  const rates = (windows ?? []).flatMap(({ load }) =>
    load ? [`${(load.answers / load.seconds).toFixed(0)}/s`] : [],
  );
  return rates.length > 0 ? rates.join(', ') : 'done';
}

/** `2 min 05 s`, `40 s` */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
