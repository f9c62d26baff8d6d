import type { Decision } from '../../decide/decision.ts';
import type { Analysis } from '../../model.ts';
import { otherwise, unmeasured } from './words.ts';

/** What puts another first: other needs, other work, another machine. */
export function wouldChange(decision: Decision, analysis: Analysis): string {
  const others = otherwise(decision, analysis);
  const lines = [
    ...(others.length > 0
      ? [`**What matters most to you.** Another is ahead by ${others.join('; by ')}.`]
      : []),
    ...decision.flips.flatMap(({ about, finding }) =>
      finding === undefined ? [] : [`**${capital(about)}.** ${capital(finding)}.`],
    ),
  ];
  return lines.length === 0 ? '' : `**What would change it**\n\n${list(lines)}`;
}

/** What this run cannot tell, and how to find out. */
export function unknown(decision: Decision): string {
  const needs = unmeasured(decision).map(({ title, why = '' }) => ({ about: title, why }));
  const flips = decision.flips
    .filter(({ finding }) => finding === undefined)
    .map(({ about, command }) => ({ about, why: command ?? 'this study does not measure it' }));
  const groups = Map.groupBy([...needs, ...flips], ({ why }) => why);
  const lines = [...groups].map(([why, members]) => {
    const how = why.startsWith('pnpm') ? `\`${why}\`` : why;
    return `${members.map(({ about }) => about).join('; ')}: ${how}`;
  });
  return lines.length === 0 ? '' : `**What this run cannot tell**\n\n${list(lines)}`;
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
