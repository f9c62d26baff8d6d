import { pairOf } from '../analyse/pairs.ts';
import { among } from '../decide/among.ts';
import { type Decision, decide, type Row } from '../decide/decision.ts';
import type { Score } from '../decide/score.ts';
import { type Analysis, type ContestantFacts, type Family, familiesOf } from '../model.ts';
import type { AnyScenario } from '../scenarios/scenario.ts';
import { needsTable } from './first-screen/needs-table.ts';
import { measuredOf, signed } from './first-screen/words.ts';
import * as format from './format.ts';
import { titleIn } from './metric-table.ts';

export const FAMILIES = 'What would people pick instead?';

type FamilyFacts = Family<ContestantFacts>;

/** Each main contestant beside its peers, ranked by the needs that were measured; empty where no peer took part. */
export function familiesSection(analysis: Analysis, scenarios: readonly AnyScenario[]): string {
  const families = besideOthers(analysis);
  if (families.length === 0) return '';
  const intro =
    'Each strategy beside what people pick in its stead, in the same rounds. Who is ahead of whom is said of all pairs of a family at once; those that share a rank were not told apart on the whole.';
  return [`## ${FAMILIES}`, intro, ...families.map((family) => section(family, analysis, scenarios))].join(
    '\n\n',
  );
}

/** Of every family, what a peer was shown to do better than its main contestant: a line for the first screen. */
export function peersAhead(analysis: Analysis, scenarios: readonly AnyScenario[]): string {
  const families = besideOthers(analysis);
  if (families.length === 0) return '';
  const lines = families.flatMap(({ main, members }) => {
    const { rows } = decisionAmong({ main, members }, analysis, scenarios);
    return members.flatMap(({ id, title }) => {
      const ahead = shown(rows, id, main.id, 'better');
      const behind = shown(rows, id, main.id, 'worse');
      if (ahead.length === 0) return [];
      const but = behind.length > 0 ? `, and behind by ${behind.join('; ')}` : '';
      return [`- **${title}** is ahead of ${main.title} by ${ahead.join('; ')}${but}.`];
    });
  });
  return `**What people would pick instead**\n\n${
    lines.length > 0
      ? lines.join('\n')
      : '- No peer was shown to be ahead of its main contestant by any need.'
  }`;
}

/** Where there is but one main contestant, the first screen is about its family already. */
function besideOthers({ contestants }: Analysis): readonly FamilyFacts[] {
  const { main, families } = familiesOf(contestants);
  return main.length > 1 ? families : [];
}

function decisionAmong(
  { members }: FamilyFacts,
  analysis: Analysis,
  scenarios: readonly AnyScenario[],
): Decision {
  const ids = members.map(({ id }) => id);
  const decision = decide(among(analysis, ids), scenarios);
  return { ...decision, rows: decision.rows.filter(({ answer }) => answer) };
}

/** The needs by which one was shown to stand so to another, each with its ratio where there is one. */
function shown(rows: readonly Row[], one: string, other: string, relation: 'better' | 'worse'): string[] {
  return rows.flatMap(({ title, answer }) => {
    if (one === other || answer?.relate(one, other) !== relation) return [];
    const pair = pairOf(answer.pairs ?? [], one, other);
    return [pair ? `${title} (${format.ratio(pair.ratio)})` : title];
  });
}

function section(family: FamilyFacts, analysis: Analysis, scenarios: readonly AnyScenario[]): string {
  const { main, members } = family;
  const decision = decisionAmong(family, analysis, scenarios);
  const own = among(
    analysis,
    members.map(({ id }) => id),
  );
  const name = main.family ?? main.title;
  const ranks =
    decision.rows.length === 0
      ? 'Nothing was measured of them.'
      : `By ${measuredOf(decision.rows)}: ${ranking(decision.scores, own)}.`;
  return [
    `**${name.charAt(0).toUpperCase()}${name.slice(1)}.** ${ranks}`,
    ...(decision.rows.length > 0 ? [needsTable(decision, own)] : []),
    `<details>\n<summary>What they are, and what they cannot</summary>\n\n${members.map(description).join('\n')}\n\n</details>`,
  ].join('\n\n');
}

/** `1. threads (+0.50); 2. tinypool, workerpool (0.00)`: those of one score share a rank. */
function ranking(scores: readonly Score[], analysis: Analysis): string {
  const title = titleIn(analysis);
  const groups = [...Map.groupBy(scores, ({ score }) => score.toFixed(6)).values()];
  let rank = 1;
  const parts = groups.map((group) => {
    const [first] = group;
    const text = `${rank}. ${group.map(({ option }) => title(option)).join(' = ')} (${signed(first?.score ?? 0)})`;
    rank += group.length;
    return text;
  });
  return parts.join('; ');
}

function description({ title, summary, when, cannot = {} }: ContestantFacts): string {
  const exceptions = Object.entries(cannot).map(
    ([sentence, reason]) => `  - Cannot: ${sentence}: ${reason}.`,
  );
  return [`- **${title}**: ${summary}.${when ? ` ${when}` : ''}`, ...exceptions].join('\n');
}
