import { BenchError } from '@cpu-bound/measure/model/errors';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { type Choice, rank } from '@cpu-bound/study/decide/rank';
import { type AnswerRow, rowsOf } from '@cpu-bound/study/decide/rows';
import { pairIn } from '@cpu-bound/study/decide/standing';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision, Figure } from '@cpu-bound/study/model';
import { Document, parse, visit } from 'yaml';
import { z } from 'zod';
import { listed } from '../tables/markdown.ts';
import { firstOf } from './outcome.ts';

/**
 * The ratio from which on there is a difference. A team for which only a larger one is worth the change raises its
 * threshold.
 */
export const NO_DIFFERENCE = 1;

/**
 * A pair on which the decision rests, and the ratio from which on it still supports the decision. Above 1 is better,
 * for any metric.
 */
const thresholdSchema = z
  .object({ need: z.string(), better: z.string(), than: z.string(), atLeast: z.number().positive() })
  .readonly();
export type Threshold = z.infer<typeof thresholdSchema>;

const schema = z.object({
  status: z.string(),
  date: z.coerce.string(),
  confirmation: z
    .object({
      command: z.string(),
      workload: z.string(),
      input: z.record(z.string(), z.coerce.string()).readonly(),
      /** The ids of contestants: one, or several level ones. */
      outcome: z.array(z.string()).min(1).readonly(),
      /** The weight of each need. */
      needs: z.record(z.string(), z.number().positive()).readonly(),
      /** The needs among them for which the run had a finding. */
      measured: z.array(z.string()).readonly(),
      thresholds: z.array(thresholdSchema).readonly(),
      /** The leaders of the answer rows that the needs belong to; empty if nobody leads. */
      rows: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
    })
    .readonly(),
});

/** The front matter of our ADRs, for `bench adr --check`. */
export type AdrRecord = Readonly<z.infer<typeof schema>>;

/** Returns true for a record from before answer rows. */
const isOlder = (content: unknown): boolean => {
  const { confirmation } = (content ?? {}) as { readonly confirmation?: object };
  return confirmation !== undefined && 'thresholds' in confirmation && !('rows' in confirmation);
};

/** Writes the record as front matter with its marks: a line for each field, and for each threshold. */
export function frontMatter(record: AdrRecord): string {
  const document = new Document(record);
  const thresholds = document.getIn(['confirmation', 'thresholds'], true);
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.length >= FIELD_DEPTH && (node !== thresholds || record.confirmation.thresholds.length === 0))
        node.flow = true;
    },
  });
  return `---\n${document.toString({ lineWidth: 0 })}---`;
}

/** The ancestors of a field of `confirmation`: the document, its map, a pair, that map, a pair. */
const FIELD_DEPTH = 5;

/**
 * Reads the front matter of an ADR.
 *
 * @throws BenchError naming the file and every field that is missing or wrong
 */
export function readRecord(text: string, file: string, flag = '--check'): AdrRecord {
  const [, yaml] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text) ?? [];
  const refuse = (...problems: readonly string[]): never => {
    throw new BenchError(
      'USAGE',
      problems.map((problem) => `${flag} ${file}: ${problem}`),
    );
  };
  if (yaml === undefined)
    return refuse('has no front matter; accepted: a decision record that bench adr wrote');
  let content: unknown;
  try {
    content = parse(yaml);
  } catch (error) {
    return refuse(`its front matter is not YAML (${(error as Error).message.split('\n')[0]})`);
  }
  if (isOlder(content))
    return refuse(
      'has no answer rows, because an older bench wrote it; write it again by its needs: npx -y pnpm@12 bench adr --need …',
    );
  const { data, error } = schema.safeParse(content);
  return (
    data ??
    refuse(...error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`))
  );
}

/** The answer to whether a newer run still supports a decision. */
export type CheckResult = {
  readonly supported: 'yes' | 'no' | 'not known';
  /** `still supported: cluster comes first again; 2 of 2 thresholds are met.` */
  readonly sentence: string;
  /** Warnings about the run, to read before relying on the result. */
  readonly warnings: readonly string[];
};

type Finding = { readonly verdict: CheckResult['supported']; readonly reason: string };

const ANSWERS = { yes: 'still supported', no: 'no longer supported', 'not known': 'not known' } as const;

/** Checks with the rules and needs of the record. A need that was not measured never decides. */
export function checkAdr({ confirmation }: AdrRecord, runAnalysis: Analysis): CheckResult {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const others = otherWork(confirmation, analysis);
  const lacking = confirmation.measured.filter((id) => !needNamed(id, decision)?.measured);
  const { choice } = rank(decision, confirmation.needs);
  const outcome = lacking.length > 0 ? [] : [sameOutcome(confirmation, choice, decision)];
  const thresholds = confirmation.thresholds
    .filter(({ need }) => !lacking.includes(need))
    .map((recorded) => threshold(recorded, decision));
  // Measurements of other work show nothing either way.
  const rows = lacking.length > 0 ? [] : rowFindings(confirmation, analysis);
  const findings =
    others.length > 0 ? others : [...missing(lacking, decision), ...outcome, ...thresholds, ...rows];
  const has = (verdict: Finding['verdict']) => findings.some((finding) => finding.verdict === verdict);
  const supported = (['no', 'not known'] as const).find(has) ?? 'yes';
  const reasons =
    supported === 'yes'
      ? [...[...outcome, ...rows].map(({ reason }) => reason), ...metText(thresholds)]
      : findings.filter(({ verdict }) => verdict === supported).map(({ reason }) => reason);
  return {
    supported,
    sentence: `${ANSWERS[supported]}: ${reasons.join('; ')}.`,
    warnings: warningsOf(analysis),
  };
}

const unknown = (reason: string): Finding => ({ verdict: 'not known', reason });

/** Finds why no run, or not this one, can tell anything: other work was measured, or nothing was chosen. */
function otherWork({ workload, input, outcome }: AdrRecord['confirmation'], { run }: Analysis): Finding[] {
  const text = (name: string, query: Readonly<Record<string, string>>) =>
    `${name} ${new URLSearchParams(Object.entries(query).sort())}`;
  const [before, now] = [text(workload, input), text(run.workload.name, run.workload.headline)];
  return [
    ...(before === now ? [] : [unknown(`the run measured other work (${now}) than the record (${before})`)]),
    ...(outcome.includes('none') ? [unknown('the record chose no option')] : []),
  ];
}

/** Lists the needs of the decision that were not measured: without them, another outcome shows nothing. */
const missing = (lacking: readonly string[], decision: Decision): Finding[] =>
  lacking.length === 0
    ? []
    : [
        unknown(
          `the run did not measure ${listed(lacking.map((id) => needNamed(id, decision)?.title ?? id))}`,
        ),
      ];

const needNamed = (id: string, { needs }: Decision) => needs.find((need) => need.id === id);

function sameOutcome(
  { outcome: before }: AdrRecord['confirmation'],
  choice: Choice,
  { options }: Decision,
): Finding {
  if (choice.kind === 'none') return unknown(choice.why);
  const first = firstOf(choice);
  const come = (ids: readonly string[]) => `${listed(ids)} ${ids.length > 1 ? 'come' : 'comes'} first`;
  const confirmed = first.filter((id) => before.includes(id));
  if (confirmed.length === 0)
    return { verdict: 'no', reason: `${come(first)} now, and not ${listed(before, 'or')}` };
  const isProvisional = choice.kind === 'one' && choice.rivals.length > 0;
  if (confirmed.length === first.length)
    return { verdict: 'yes', reason: `${come(first)} again${isProvisional ? ', provisionally' : ''}` };
  const level = `${come(confirmed)} again, level with ${listed(first.filter((id) => !confirmed.includes(id)))}`;
  // If all options are level, the run shows nothing about the chosen one.
  return { verdict: first.length === options.length ? 'not known' : 'yes', reason: level };
}

/**
 * Compares the rows that a chosen option led. It is contradicted if another was shown to be better in one of them, and
 * not if it merely shares the lead, or leads by no shown difference.
 */
function rowFindings({ rows, outcome }: AdrRecord['confirmation'], analysis: Analysis): Finding[] {
  const now = rowsOf(analysis);
  return Object.entries(rows).flatMap(([id, leaders]): Finding[] => {
    const row = now.find((one) => one.id === id);
    const chosen = leaders.filter((leader) => outcome.includes(leader));
    if (chosen.length === 0 || !row) return [];
    if (row.state !== 'led') return isJudged(row) ? [] : [unknown(`${row.need}: ${row.state}`)];
    const beaten = chosen.filter((id) => row.evidence.some(({ figures }) => isBehind(figures, id)));
    const led = `${row.need}: ${listed(row.leaders)}`;
    if (beaten.length < chosen.length) return [{ verdict: 'yes', reason: `${led} again` }];
    return [{ verdict: 'no', reason: `${led} now, and not ${listed(leaders, 'or')}` }];
  });
}

const isJudged = ({ evidence }: AnswerRow): boolean => evidence.some(({ state }) => state === 'judged');
const isBehind = (figures: readonly Figure[], option: string): boolean =>
  figures.some(({ id, standing }) => id === option && standing === 'behind');

function threshold(
  { need: id, better, than, atLeast }: Threshold,
  decision: Decision,
): Finding & { readonly isOpen?: true } {
  const need = needNamed(id, decision);
  const ratio = need && pairIn(need.pairs, better, than)?.ratio;
  const what = need?.title ?? id;
  if (!ratio || ratio.indicative)
    return unknown(`${what}: ${ratio ? 'too few rounds' : 'no ratio'} for ${better} and ${than}`);
  const measured = `${what}: ${better} is better than ${than} by ${format.ratio(ratio)}`;
  if (ratio.low > atLeast) return { verdict: 'yes', reason: measured };
  if (ratio.high < atLeast)
    return { verdict: 'no', reason: `${measured}, and the threshold is ${format.times(atLeast)}×` };
  // An open threshold does not contradict the record. If a team requires more than a difference, that has to be shown.
  return atLeast > NO_DIFFERENCE
    ? unknown(`${measured}, which does not show ${format.times(atLeast)}×`)
    : { verdict: 'yes', reason: measured, isOpen: true };
}

/** `2 of 3 thresholds are met, and 1 is inconclusive` */
function metText(thresholds: readonly { readonly isOpen?: true }[]): string[] {
  const open = thresholds.filter(({ isOpen }) => isOpen).length;
  if (thresholds.length === 0) return [];
  const met = `${thresholds.length - open} of ${format.count(thresholds.length, 'threshold')} ${thresholds.length === 1 ? 'is' : 'are'} met`;
  return [open === 0 ? met : `${met}, ${open} inconclusive`];
}
