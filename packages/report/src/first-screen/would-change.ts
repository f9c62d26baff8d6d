import type { Flip } from '@cpu-bound/study/model';

/** What was found to change with other work or another machine. */
export function wouldChange(flips: readonly Flip[]): string {
  const lines = flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`- **${capital(about)}.** ${capital(finding)}.`],
  );
  return lines.length === 0 ? '' : `**What would change it**\n\n${lines.join('\n')}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
