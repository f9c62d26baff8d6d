import type { Decision } from '@cpu-bound/study/decide/decision';
import type { Flip } from '@cpu-bound/study/model';
import { unmeasured } from '../decision/words.ts';

/** What puts another first: other work, another machine. */
export function wouldChange(flips: readonly Flip[]): string {
  const lines = flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`**${capital(about)}.** ${capital(finding)}.`],
  );
  return lines.length === 0 ? '' : `**What would change it**\n\n${list(lines)}`;
}

/** What was not measured, and how to find out. */
export function unknown(decision: Decision, flips: readonly Flip[]): string {
  const needs = unmeasured(decision).map(({ title, why = '' }) => ({ about: title, why }));
  const open = flips
    .filter(({ finding }) => finding === undefined)
    .map(({ about, command }) => ({ about, why: command ?? 'this study does not measure it' }));
  const groups = Map.groupBy([...needs, ...open], ({ why }) => why);
  const lines = [...groups].map(([why, members]) => {
    const how = why.startsWith('pnpm') ? `\`${why}\`` : why;
    return `${members.map(({ about }) => about).join('; ')}: ${how}`;
  });
  return lines.length === 0 ? '' : `**Not measured**\n\n${list(lines)}`;
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
