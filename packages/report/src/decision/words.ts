import { taskMs, titleIn } from '@cpu-bound/study/analyse/look-up';
import { isCounted } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision, Standing } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { joined, list, listed } from '../tables/sentences.ts';
import { answerLines, answerWords } from './answer.ts';

/** The words of a decision, the same on the page, at the terminal and in an ADR. */

/** `` `primes` with upTo=200000, 10.2 ms of CPU time a task while all cores compute, on 2 cores `` */
export function scope(analysis: Analysis): string {
  const { workload } = analysis.run;
  const ms = taskMs(analysis);
  const input = wording.input({ input: workload.headline, setting: {} });
  const size =
    ms === undefined
      ? ''
      : `, ${format.duration(ms)} of CPU time a task${analysis.environment.cores > 1 ? ' while all cores compute' : ''}`;
  return `\`${workload.name}\`${input ? ` with ${input}` : ''}${size}, on ${wording.cores(analysis.environment)}`;
}

/** A task delays no other request if less than this share of its CPU time is on the event loop. */
const MOSTLY_ELSEWHERE = 0.2;

/** Explains that work which Node.js does on its own threads needs no strategy; empty for other work. */
export function offTheLoop({ run }: Analysis): string {
  const { loopShare, name } = run.workload;
  if (loopShare === undefined || loopShare >= MOSTLY_ELSEWHERE) return '';
  return `**This work needs none of these strategies.** Node.js already does it on its own threads: only ${(loopShare * 100).toFixed(0)} % of the CPU time of \`${name}\` is on the event loop. A single process that awaits it keeps its loop free, and uses as many cores as \`UV_THREADPOOL_SIZE\` allows (4 by default).`;
}

/** Lists the strategies, each with its standings in the counted needs; empty without such a need. */
export function takeList(
  { options, needs, undominated }: Decision,
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
): string {
  const counted = needs.filter(isCounted);
  if (counted.length === 0) return '';
  const lines = options.map((option) => {
    const by = Map.groupBy(counted, ({ standings }) => standings[option]?.kind ?? 'not-measured');
    const parts = Object.entries(SAID).flatMap(([kind, said]) => {
      const own = by.get(kind as Standing['kind']) ?? [];
      const titles = own.map(({ title, standings }) => `${title}${factorOf(standings[option])}`);
      return own.length > 0 ? [`${said} in ${own.length}: ${titles.join(', ')}`] : [];
    });
    const dominated = undominated.includes(option) ? '' : ' (dominated)';
    return `**${sentenceCase(titleIn(analysis)(option))}**${dominated}: ${parts.join('; ')}`;
  });
  return list(lines);
}

const SAID: Readonly<Record<Standing['kind'], string>> = {
  best: 'best',
  equivalent: 'equivalent to the best',
  'not-shown-behind': 'not shown behind',
  'not-judged': 'not judged yet',
  behind: 'behind',
  overloaded: 'overloaded',
  questioned: 'questioned',
  'not-measured': 'not measured',
};

/** ` (1.46× [1.41, 1.51])`, if a ratio shows by how much the strategy is behind. */
const factorOf = (standing: Standing | undefined): string =>
  standing?.kind === 'behind' && standing.factor ? ` (${format.ratio(standing.factor)})` : '';

/** `9 of 15 needs`, counting only those that are compared. */
export function comparedOf({ needs }: Pick<Decision, 'needs'>): string {
  const countable = needs.filter(({ uncounted }) => uncounted === undefined);
  const counted = countable.filter(isCounted);
  return counted.length === countable.length
    ? format.count(counted.length, 'need')
    : `${counted.length} of ${format.count(countable.length, 'need')}`;
}

/** Writes the answers, a paragraph each, and the remarks on the contestants. */
export const answer = (analysis: Analysis): string =>
  joined([...answerLines(answerWords(analysis)), ...remarks(analysis)]);

/** Writes remarks, or empty texts: nothing was compared, another strategy dominates some, some could not take part. */
export function remarks({ decision, validity, contestants }: Analysis): string[] {
  const absent = validity.missing.map(({ contestant }) => `**${contestant}**`);
  const dominated = decision.options.filter((id) => !decision.undominated.includes(id));
  const alone =
    contestants.length === 1
      ? `**No comparison**: only ${contestants[0]?.id} took part, so its figures stand alone.`
      : '**No comparison**: the run compared no two strategies in any need that counts.';
  return [
    decision.needs.some(isCounted) ? '' : alone,
    dominated.length === 0
      ? ''
      : `${listed(dominated.map((id) => `**${id}**`))}: another strategy was shown to be as good in every need, and better in one.`,
    absent.length > 0 ? `${listed(absent)} could not take part.` : '',
  ];
}

const sentenceCase = (text: string) => (text.startsWith('node:') ? text : format.capital(text));
