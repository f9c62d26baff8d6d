import type { Decision, Outcome, Row } from '../../decide/decision.ts';
import { type Analysis, sameInput } from '../../model.ts';
import * as format from '../format.ts';
import { titleIn } from '../metric-table.ts';

/** The words of a decision, the same on the page, at the terminal and in an ADR. */

/** `` `primes` with upTo=200000, 10.2 ms of CPU time a task, on 2 cores `` */
export function scope(analysis: Analysis): string {
  const { workload } = analysis.run;
  const ms = taskMs(analysis);
  const input = format.input({ input: workload.headline, setting: {} });
  const size = ms === undefined ? '' : `, ${format.duration(ms)} of CPU time a task`;
  return `\`${workload.name}\`${input ? ` with ${input}` : ''}${size}, on ${format.count(analysis.environment.cores, 'core')}`;
}

/** CPU milliseconds of the kernel for the headline's input, where some question timed it. */
export const taskMs = ({ scenarios, run }: Analysis): number | undefined =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => metrics)
    .find(
      ({ metric, condition }) => metric === 'kernel-ms' && sameInput(condition.input, run.workload.headline),
    )?.estimate;

/** Below this share of its CPU time on the event loop, a task holds nobody up there. */
const MOSTLY_ELSEWHERE = 0.2;

/** Of work that Node does on threads of its own: that none of the strategies is needed. Else nothing. */
export function offTheLoop({ run: { workload } }: Analysis): string {
  const { loopShare, name } = workload;
  if (loopShare === undefined || loopShare >= MOSTLY_ELSEWHERE) return '';
  return `**None of these strategies is needed for that.** Node.js does this work on threads of its own already: only ${(loopShare * 100).toFixed(0)} % of the CPU time of \`${name}\` is on the event loop. A single process that awaits it keeps its loop free and uses the cores, as many of them as \`UV_THREADPOOL_SIZE\` allows (4 unless told).`;
}

/** Who leads by a need, or why nobody is said to. */
export function ahead({ answer, late }: Row, analysis: Analysis): string {
  if (!answer) return late ? 'cannot be told' : 'not measured';
  const { kind, leaders } = answer.standing;
  const names = leaders.map(titleIn(analysis));
  if (kind === 'too-few') return 'too few rounds to tell';
  if (kind === 'alone') return 'nobody to compare with';
  if (kind === 'best') return names[0] ?? '';
  if (kind === 'equal') return `${names.join(' = ')}`;
  const isEverybody = leaders.length === answer.figures.length;
  return isEverybody ? 'too close to call' : `${names.join(' or ')}: too close to call`;
}

/** `1 need`, `8 of 12 needs` that were wanted and measured. */
export const measuredOf = (rows: readonly Row[]): string => {
  const wanted = rows.filter(({ weight }) => weight > 0);
  const measured = wanted.filter(({ answer }) => answer);
  return measured.length === wanted.length
    ? format.count(wanted.length, 'need')
    : `${measured.length} of ${format.count(wanted.length, 'need')}`;
};

const weighting = (rows: readonly Row[]) => {
  const weights = new Set(rows.filter(({ weight }) => weight > 0).map(({ weight }) => weight));
  return weights.size > 1 ? 'weighted as given' : 'all weighted alike';
};

/** `worker threads +0.29, single process +0.10` */
export const scoreList = ({ scores }: Decision, analysis: Analysis): string =>
  scores.map(({ option, score }) => `${titleIn(analysis)(option)} ${signed(score)}`).join(', ');

export const signed = (score: number) => `${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(2)}`;

/** What is decided, for which work, by how many needs, and how sure that is. Two or three sentences. */
export function verdict(decision: Decision, analysis: Analysis): string {
  const absent = analysis.validity.missing.map(({ contestant }) => contestant);
  const without = absent.length > 0 ? ` Not judged, for it could not take part: ${absent.join(', ')}.` : '';
  return `${judgement(decision, analysis)}${without}`;
}

function judgement(decision: Decision, analysis: Analysis): string {
  const { outcome, rows } = decision;
  const title = titleIn(analysis);
  const by = `by ${measuredOf(rows)}${rows.some(({ answer }) => !answer) ? ' that this run measured' : ''}, ${weighting(rows)}`;
  const where = `for ${scope(analysis)}`;
  switch (outcome.kind) {
    case 'none':
      return `**No verdict**, ${where}: ${outcome.why}.`;
    case 'tie':
      return `**${outcome.options.map(title).join(' or ')}**, ${where}: ${by}, they are level (${scoreList(decision, analysis)}).`;
    case 'chosen':
      return `**${sentenceCase(title(outcome.option))}**, ${where}: ${by}, it beats the others most often and is beaten least (${scoreList(decision, analysis)}; 1 would beat everybody in everything). ${howSure(outcome, analysis)}`;
  }
}

/** Whether what is open could put another first, and whom. */
export const howSure = (
  { firm, rivals }: Extract<Outcome, { kind: 'chosen' }>,
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
): string =>
  firm
    ? 'Nothing that is too close to call could put another first.'
    : `It is not settled: what is too close to call could still put ${rivals.map(titleIn(analysis)).join(' or ')} first.`;

const sentenceCase = (text: string) =>
  text.startsWith('node:') ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Needs by which others than the chosen are ahead: for whom the answer is another. */
export function otherwise({ outcome, rows }: Decision, analysis: Analysis): string[] {
  const chosen = outcome.kind === 'chosen' ? [outcome.option] : outcome.kind === 'tie' ? outcome.options : [];
  if (chosen.length === 0) return [];
  return rows
    .filter(({ answer }) => {
      const isMeasured = answer?.figures.some(({ contestant }) => chosen.includes(contestant));
      return isMeasured && !answer?.standing.leaders.some((leader) => chosen.includes(leader));
    })
    .map((row) => `${row.title}: ${ahead(row, analysis)}`);
}

/** Needs that nothing was found about. */
export const unmeasured = ({ rows }: Pick<Decision, 'rows'>): Row[] => rows.filter(({ answer }) => !answer);
