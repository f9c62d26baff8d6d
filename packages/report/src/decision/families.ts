import { isCounted } from '@cpu-bound/study/decide/lead';
import { pairIn } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type ContestantFacts,
  type Decision,
  familiesOf,
  type NeedResult,
} from '@cpu-bound/study/model';
import { judgedTable, unjudgedTable } from '../answers/figures-table.ts';
import { folded, joined } from '../tables/sentences.ts';

export const FAMILIES = 'How do the alternatives compare?';

/** A main contestant and its peers, beginning with itself, and the decision among them. */
type DecidedFamily = {
  readonly main: ContestantFacts;
  readonly members: readonly ContestantFacts[];
  readonly decision: Decision;
};

/** Compares each main contestant with its peers, need by need; empty if no peer took part. */
export function familiesSection(analysis: Analysis): string {
  const families = decidedFamilies(analysis);
  if (families.length === 0) return '';
  const intro =
    'Each strategy was measured beside its alternatives (peers), in the same rounds. The intervals hold for all pairs of a family at once.';
  return [`## ${FAMILIES}`, intro, ...families.map((family) => section(family))].join('\n\n');
}

/** Lists, for every family, the needs in which a peer was shown to be better than its main contestant. */
export function peersAhead(analysis: Analysis): string {
  const families = decidedFamilies(analysis);
  if (families.length === 0) return '';
  const lines = families.flatMap(({ main, members, decision }) =>
    members.flatMap(({ id, title }) => {
      const [better, worse] = [shown(decision.needs, id, main.id), shown(decision.needs, main.id, id)];
      if (better.length === 0) return [];
      const but = worse.length > 0 ? `, and worse in ${worse.join('; ')}` : '';
      return [`- **${title}** is better than ${main.title} in ${better.join('; ')}${but}.`];
    }),
  );
  const none = '- No peer was shown to be better than its main contestant in any need.';
  return `**Alternatives**\n\n${lines.join('\n') || none}`;
}

/**
 * Returns the families with a decision. A run with one main contestant has none, because the first screen is about its
 * family.
 */
const decidedFamilies = ({ contestants, families }: Analysis): readonly DecidedFamily[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const decision = families[main.id];
    return decision ? [{ main, members, decision }] : [];
  });

/** Returns the counted needs in which one was shown to be better than another, each with its ratio if it has one. */
const shown = (needs: readonly NeedResult[], one: string, other: string): string[] =>
  needs.filter(isCounted).flatMap((need) => {
    const pair = pairIn(need.pairs, one, other);
    if (pair?.relation !== 'better') return [];
    return [pair.ratio ? `${need.title} (${format.ratio(pair.ratio)})` : need.title];
  });

function section({ main, members, decision }: DecidedFamily): string {
  const name = main.family ?? main.title;
  const isMeasured = decision.needs.length > 0;
  return joined([
    `**${format.capital(name)}.**${isMeasured ? '' : ' Nothing was measured.'}`,
    judgedTable(decision),
    unjudgedTable(decision),
    folded('What they are, and what they cannot do', [members.map(description).join('\n')]),
  ]);
}

function description({ title, summary, when, cannot = {} }: ContestantFacts): string {
  const exceptions = Object.entries(cannot).map(([what, why]) => `  - Cannot: ${what}: ${why}.`);
  return [`- **${title}**: ${summary}.${when ? ` ${when}` : ''}`, ...exceptions].join('\n');
}
