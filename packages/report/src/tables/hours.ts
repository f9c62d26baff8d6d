import type { Analysis } from '@cpu-bound/study/model';
import { table } from './table.ts';

/**
 * This module names the times of measurement if a study has several runs. Ratios are taken within rounds; absolute
 * figures belong to their hour.
 */

/** `2026-01-31 08:15`, in UTC. */
export const minute = (startedAt: string) => startedAt.slice(0, 16).replace('T', ' ');

/**
 * Names the hours of a question if there are several, because its absolute figures cover all of them; otherwise empty.
 */
export function hoursOf(question: string, { run }: Analysis): string {
  const { parts = [] } = run;
  const own = parts.filter(({ questions }) => (questions[question] ?? 0) > 0);
  if (parts.length < 2 || own.length === 0) return '';
  const each = own.map(({ startedAt, questions }) => `${questions[question]} at ${minute(startedAt)} UTC`);
  const rounds = `Rounds: ${each.join(', ')}.`;
  return own.length < 2
    ? rounds
    : `${rounds} Ratios are taken within rounds, and pooled. Absolute figures and their intervals are over all of these hours.`;
}

/** Lists the runs of a study with the questions that each measured; empty for a single run. */
export function runsOf({ run }: Analysis): string {
  const { parts = [] } = run;
  if (parts.length < 2) return '';
  return table(
    ['run', 'began (UTC)', 'rounds', 'command'],
    parts.map(({ id, startedAt, questions, command }) => [
      id,
      minute(startedAt),
      Object.entries(questions)
        .filter(([, rounds]) => rounds > 0)
        .map(([question, rounds]) => `${question} ${rounds}`)
        .join(', '),
      `\`${command}\``,
    ]),
  );
}
