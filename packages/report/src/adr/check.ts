import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/among';
import type { Decision } from '@cpu-bound/study/decide/decision';
import { type Choice, rank } from '@cpu-bound/study/decide/rank';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { advantage } from './evidence.ts';
import { type AdrRecord, NO_DIFFERENCE, type Threshold } from './record.ts';

/** Whether a newer run still supports a decision, and why, a line each. */
export type CheckResult = {
  readonly supported: 'yes' | 'no' | 'cannot-tell';
  readonly lines: readonly string[];
};

type Finding = { readonly verdict: CheckResult['supported']; readonly line: string };

/** By the same rules and needs as the record; never by what was not measured. */
export function checkAdr({ confirmation }: AdrRecord, whole: Analysis): CheckResult {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  const { choice } = rank(decision, confirmation.needs);
  const [other, lacking] = [sameWork(confirmation, analysis), missing(confirmation, decision)];
  const findings = [
    ...other,
    ...lacking,
    ...(lacking.length > 0 ? [] : [sameOutcome(confirmation, choice, analysis)]),
    ...confirmation.thresholds.map((one) => threshold(one, decision, analysis)),
  ];
  const has = (verdict: Finding['verdict']) => findings.some((one) => one.verdict === verdict);
  // What was measured of other work shows nothing either way.
  const isUnknown = other.length > 0 || (!has('no') && has('cannot-tell'));
  const supported = isUnknown ? 'cannot-tell' : has('no') ? 'no' : 'yes';
  const warnings = warningsOf(analysis).map((warning) => `! warning: ${warning}`);
  return { supported, lines: [...warnings, ...findings.map(({ line }) => line)] };
}

function sameWork({ workload, input }: AdrRecord['confirmation'], { run }: Analysis): Finding[] {
  const text = (name: string, query: Readonly<Record<string, string>>) =>
    `${name} ${new URLSearchParams(Object.entries(query).sort())}`;
  const [before, now] = [text(workload, input), text(run.workload.name, run.workload.headline)];
  return before === now
    ? []
    : [{ verdict: 'cannot-tell', line: `? the run is of other work: ${now}, and the decision of ${before}` }];
}

/** The needs that the decision rests on have to be measured, or another outcome shows nothing. */
const missing = ({ measured }: AdrRecord['confirmation'], { needs }: Decision): Finding[] =>
  measured.flatMap((id): Finding[] => {
    const need = needs.find((one) => one.id === id);
    return need?.measured
      ? []
      : [{ verdict: 'cannot-tell', line: `? ${need?.title ?? id}: not measured by this run` }];
  });

function sameOutcome(
  { outcome: before }: AdrRecord['confirmation'],
  choice: Choice,
  analysis: Analysis,
): Finding {
  const title = titleIn(analysis);
  const named = before.map(title).join(' or ');
  switch (choice.kind) {
    case 'none':
      return { verdict: 'cannot-tell', line: `? the run gives no choice: ${choice.why}` };
    case 'tie':
      return {
        verdict: 'cannot-tell',
        line: `? the scores of ${choice.options.map(title).join(' and ')} are equal now`,
      };
    case 'one':
      return before.includes(choice.option)
        ? { verdict: 'yes', line: `✔ ${title(choice.option)} comes first again` }
        : { verdict: 'no', line: `✖ ${title(choice.option)} comes first now, and not ${named}` };
  }
}

function threshold(
  { need: id, better, than, atLeast }: Threshold,
  { needs }: Decision,
  analysis: Analysis,
): Finding {
  const title = titleIn(analysis);
  const need = needs.find((one) => one.id === id);
  const what = `${need?.title ?? id}: ${title(better)} at least ${format.times(atLeast)}× as good as ${title(than)}`;
  const ratio = need && advantage(need, better, than);
  if (!ratio || ratio.indicative)
    return { verdict: 'cannot-tell', line: `? ${what}: ${ratio ? 'too few rounds' : 'not measured'}` };
  const measured = `${what}: ${format.ratio(ratio)}`;
  if (ratio.low > atLeast) return { verdict: 'yes', line: `✔ ${measured}` };
  if (ratio.high < atLeast) return { verdict: 'no', line: `✖ ${measured}` };
  // What is open does not speak against it. Where a team asks for more than a difference, that has to be shown.
  return atLeast > NO_DIFFERENCE
    ? { verdict: 'cannot-tell', line: `? ${measured}, not shown` }
    : { verdict: 'yes', line: `· ${measured}, not shown this time` };
}
