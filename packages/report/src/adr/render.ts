import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { Decision, NeedResult } from '@cpu-bound/study/decide/decision';
import { type Ranking, rank, type Weights } from '@cpu-bound/study/decide/rank';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { choiceText, HOW_RANKED } from '../decision/choice.ts';
import { finding, offTheLoop, scope, takeLines, unmeasured } from '../decision/words.ts';
import { argument, consequences } from './arguments.ts';
import { advantage, evidenceFor } from './evidence.ts';
import { type AdrRecord, frontMatter, NO_DIFFERENCE, type Threshold } from './record.ts';

/** A decision, and what its reader weighs; without weights a record chooses nothing. */
type Weighed = { readonly decision: Decision; readonly weights: Weights; readonly ranking: Ranking };

/**
 * A decision record by the template of MADR 4.0 (https://adr.github.io/madr/), from a decision and its analysis. Every
 * figure in it is one of the analysis.
 *
 * @param weights by need; none: the record names no choice
 * @param date of the record, ISO 8601
 */
export function renderAdr(decision: Decision, weights: Weights, analysis: Analysis, date: string): string {
  const title = titleIn(analysis);
  const weighed: Weighed = { decision, weights, ranking: rank(decision, weights) };
  const chosen = chosenBy(weighed);
  const wanted = wantedBy(weighed);
  const shown = wanted.length > 0 ? wanted : decision.needs;
  const { contestants } = analysis;
  return `${[
    frontMatter(recordOf(decision, weights, analysis, date)),
    `# ${headline(chosen, analysis)}`,
    `## Context and Problem Statement\n\n${context(analysis)}`,
    `## Decision Drivers\n\n${list(
      wanted.map((need) => driver(need, weights)),
      'None is given. Name them with `--need throughput=3 --need memory`.',
    )}`,
    `## Considered Options\n\n${list(contestants.map((one) => `${one.title}: ${one.summary}`))}`,
    `## Decision Outcome\n\n${outcome(weighed, analysis)}`,
    `### Consequences\n\n${list(chosen.flatMap((option) => consequences(option, decision, analysis)))}`,
    `### Confirmation\n\n${confirmation(weighed, analysis)}`,
    '## Pros and Cons of the Options',
    ...contestants.map(
      ({ id }) =>
        `### ${title(id)}\n\n${list(
          evidenceFor(id, shown).map((one) => argument(one, id, analysis)),
          'None of these needs was measured for it.',
        )}`,
    ),
    `## More Information\n\n${moreInformation(decision, analysis)}`,
  ].join('\n\n')}\n`;
}

const list = (lines: readonly string[], none = 'None was measured.') =>
  lines.length === 0 ? none : lines.map((line) => `* ${line}`).join('\n');

const chosenBy = ({ ranking: { choice } }: Weighed): readonly string[] =>
  choice.kind === 'one' ? [choice.option] : choice.kind === 'tie' ? choice.options : [];

const wantedBy = ({ decision, weights }: Pick<Weighed, 'decision' | 'weights'>): NeedResult[] =>
  decision.needs.filter(({ id }) => (weights[id] ?? 0) > 0);

/** What `--check` reads. */
export function recordOf(decision: Decision, weights: Weights, analysis: Analysis, date: string): AdrRecord {
  const { workload, command } = analysis.run;
  const chosen = chosenBy({ decision, weights, ranking: rank(decision, weights) });
  const wanted = wantedBy({ decision, weights });
  return {
    status: 'proposed',
    date,
    confirmation: {
      command,
      workload: workload.name,
      input: workload.headline,
      outcome: chosen.length > 0 ? chosen : ['none'],
      needs: Object.fromEntries(wanted.map(({ id }) => [id, weights[id] ?? 0])),
      measured: wanted.filter(({ measured }) => measured).map(({ id }) => id),
      thresholds: chosen.length === 1 ? thresholds(wanted, chosen[0] ?? '') : [],
    },
  };
}

/** Every pair in which the chosen one was shown to be better. */
const thresholds = (wanted: readonly NeedResult[], option: string): Threshold[] =>
  evidenceFor(option, wanted).flatMap(({ need, betterThan }) =>
    betterThan
      .filter((other) => advantage(need, option, other) !== undefined)
      .map((than) => ({ need: need.id, better: option, than, atLeast: NO_DIFFERENCE })),
  );

function headline(chosen: readonly string[], analysis: Analysis): string {
  const names = chosen.map(titleIn(analysis));
  const { requests } = analysis.run.workload;
  if (requests)
    return `Send these requests to ${names.join(' or ') || 'one of the targets: no decision yet'}`;
  const what = `the CPU-bound ${analysis.run.workload.name} endpoint`;
  return names.length === 0 ? `How to run ${what}: no decision yet` : `Run ${what} on ${names.join(' or ')}`;
}

function context(analysis: Analysis): string {
  const { environment, run, contestants } = analysis;
  const titles = contestants.map(({ title }) => title).join(', ');
  const question = run.workload.requests
    ? `Targets that run elsewhere answer ${format.count(run.workload.requests.count, 'request')} from a file (SHA-256 ${run.workload.requests.sha256}). Which one is better: ${titles}?`
    : `An endpoint computes ${scope(analysis)}. ${offTheLoop(analysis) || 'On a single event loop that work delays every other request.'} Which strategy keeps it off: ${titles}?`;
  return `${question}

Measured on ${environment.cpuModel} with ${format.count(environment.cores, 'core')} and ${(environment.memoryBytes / 2 ** 30).toFixed(1)} GiB, ${environment.os}, Node.js ${environment.node}, ${run.workers} workers each; run ${run.id}, profile ${run.profile}.`;
}

const driver = ({ id, title, figure }: NeedResult, weights: Weights) =>
  `${title}${figure ? ` (${figure})` : ''}${weights[id] === 1 ? '' : `, weight ${weights[id]}`}`;

function outcome({ decision, weights, ranking }: Weighed, analysis: Analysis): string {
  if (wantedBy({ decision, weights }).length === 0)
    return [
      'Chosen option: none yet, because the choice depends on weights, and none is given.',
      finding(decision, analysis).replaceAll('**', ''),
      list(takeLines(decision, analysis).map((line) => line.replaceAll('**', ''))),
    ].join('\n\n');
  const chosen = chosenBy({ decision, weights, ranking });
  const names = chosen.map((id) => `"${titleIn(analysis)(id)}"`).join(' or ') || 'none yet';
  return `Chosen option: ${names}, because of these weights. ${choiceText(ranking, titleIn(analysis))} ${HOW_RANKED}`;
}

function confirmation({ decision, weights }: Weighed, analysis: Analysis): string {
  const { thresholds: all } = recordOf(decision, weights, analysis, '').confirmation;
  const title = titleIn(analysis);
  const words = all.map(({ need: id, better, than, atLeast }) => {
    const need = decision.needs.find((one) => one.id === id);
    const ratio = need && advantage(need, better, than);
    return `${need?.title ?? id}: ${title(better)} at least ${format.times(atLeast)}× as good as ${title(than)}${ratio ? ` (now ${format.ratio(ratio)})` : ''}`;
  });
  return `Measure again after a change of the workload, the machine or Node.js, and compare:

\`\`\`sh
${analysis.run.command}
pnpm bench adr --check THIS-FILE results/THAT-RUN
\`\`\`

Exit 0: still supported. The same weights give the same option, and no threshold lies above its interval; a threshold that was raised above 1 lies below it. Exit 3: no longer supported. Another option comes first, or a threshold lies above its interval. Exit 4: the run cannot tell, for example because one of the needs was not measured.

${list(words, 'There are no thresholds: no difference was shown that carries the choice.')}`;
}

function moreInformation(decision: Decision, analysis: Analysis): string {
  const missing = unmeasured(decision).map(({ title }) => title);
  const warnings = warningsOf(analysis);
  return [
    `Drafted by \`bench adr\` from run ${analysis.run.id} (${analysis.run.startedAt}, commit ${analysis.environment.gitCommit}). In brackets are 95 % intervals, those of ratios for all pairs at once.`,
    ...(missing.length > 0 ? [`Not measured, and no part of the decision: ${missing.join('; ')}.`] : []),
    ...(warnings.length > 0 ? [`**Warning:** ${warnings.join('; ')}.`] : []),
  ].join('\n\n');
}
