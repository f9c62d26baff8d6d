import { amongMain } from '../decide/among.ts';
import { type Decision, decide, type Weights } from '../decide/decision.ts';
import type { Analysis } from '../model.ts';
import * as format from '../report/format.ts';
import { titleIn } from '../report/metric-table.ts';
import type { AnyScenario } from '../scenarios/scenario.ts';
import { advantage } from './evidence.ts';
import { type AdrRecord, NO_DIFFERENCE, type Threshold } from './record.ts';

/** Whether a newer run still supports a decision, and why, a line each. */
export type CheckResult = {
  readonly supported: 'yes' | 'no' | 'cannot-tell';
  readonly lines: readonly string[];
};

type Finding = { readonly verdict: CheckResult['supported']; readonly line: string };

/** By the same rules and needs as the record; never by what was not measured. */
export function checkAdr(
  { confirmation }: AdrRecord,
  whole: Analysis,
  scenarios: readonly AnyScenario[],
): CheckResult {
  const analysis = amongMain(whole);
  const decision = decide(analysis, scenarios, confirmation.needs as Weights);
  const [other, lacking] = [sameWork(confirmation, analysis), missing(confirmation, decision)];
  const findings = [
    ...other,
    ...lacking,
    ...(lacking.length > 0 ? [] : [sameOutcome(confirmation, decision, analysis)]),
    ...confirmation.thresholds.map((one) => threshold(one, decision, analysis)),
  ];
  const has = (verdict: Finding['verdict']) => findings.some((one) => one.verdict === verdict);
  // What was measured of other work, or by a run that is not to be believed, shows nothing either way.
  const isOther = other.length > 0 || decision.doubts.length > 0;
  const supported = isOther ? 'cannot-tell' : has('no') ? 'no' : has('cannot-tell') ? 'cannot-tell' : 'yes';
  return { supported, lines: findings.map(({ line }) => line) };
}

function sameWork({ workload, input }: AdrRecord['confirmation'], { run }: Analysis): Finding[] {
  const text = (name: string, query: Readonly<Record<string, string>>) =>
    `${name} ${new URLSearchParams(Object.entries(query).sort())}`;
  const [before, now] = [text(workload, input), text(run.workload.name, run.workload.headline)];
  return before === now
    ? []
    : [{ verdict: 'cannot-tell', line: `? the run is of other work: ${now}, and the decision of ${before}` }];
}

/** What the decision was made by has to be there, or another outcome shows nothing. */
const missing = ({ measured }: AdrRecord['confirmation'], { rows }: Decision): Finding[] =>
  measured.flatMap((id): Finding[] => {
    const row = rows.find((one) => one.id === id);
    return row?.answer
      ? []
      : [{ verdict: 'cannot-tell', line: `? ${row?.title ?? id}: not measured by this run` }];
  });

function sameOutcome(
  { outcome: before }: AdrRecord['confirmation'],
  decision: Decision,
  analysis: Analysis,
): Finding {
  const title = titleIn(analysis);
  const { outcome } = decision;
  const named = before.map(title).join(' or ');
  switch (outcome.kind) {
    case 'none':
      return { verdict: 'cannot-tell', line: `? the run gives no verdict: ${outcome.why}` };
    case 'tie':
      return { verdict: 'cannot-tell', line: `? ${outcome.options.map(title).join(' and ')} are level now` };
    case 'chosen':
      return before.includes(outcome.option)
        ? { verdict: 'yes', line: `✔ ${title(outcome.option)} comes out again` }
        : { verdict: 'no', line: `✖ ${title(outcome.option)} comes out now, and not ${named}` };
  }
}

function threshold(
  { need, better, than, atLeast }: Threshold,
  { rows }: Decision,
  analysis: Analysis,
): Finding {
  const title = titleIn(analysis);
  const row = rows.find(({ id }) => id === need);
  const what = `${row?.title ?? need}: ${title(better)} at least ${format.times(atLeast)} times as good as ${title(than)}`;
  const ratio = row && advantage(row, better, than);
  if (!ratio || ratio.indicative)
    return { verdict: 'cannot-tell', line: `? ${what}: ${ratio ? 'too few rounds' : 'not measured'}` };
  const told = `${what}: ${format.ratio(ratio)}`;
  if (ratio.low > atLeast) return { verdict: 'yes', line: `✔ ${told}` };
  if (ratio.high < atLeast) return { verdict: 'no', line: `✖ ${told}` };
  // What is open does not speak against it. Where a team asks for more than a difference, that has to be shown.
  return atLeast > NO_DIFFERENCE
    ? { verdict: 'cannot-tell', line: `? ${told}, not shown` }
    : { verdict: 'yes', line: `· ${told}, not shown this time` };
}
