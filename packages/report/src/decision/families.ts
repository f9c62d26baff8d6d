import { among } from '@cpu-bound/study/decide/among';
import { isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import { seenFrom } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type ContestantFacts, type Decision, familiesOf } from '@cpu-bound/study/model';
import { needsTable } from './needs-table.ts';
import { comparedOf, takeList } from './words.ts';

export const FAMILIES = 'How do the alternatives compare?';

/** A main contestant and its peers, itself the first, with what was found among them. */
type DecidedFamily = {
  readonly main: ContestantFacts;
  readonly members: readonly ContestantFacts[];
  readonly decision: Decision;
};

/** Each main contestant beside its peers, need by need; empty where no peer took part. */
export function familiesSection(analysis: Analysis): string {
  const families = besideOthers(analysis);
  if (families.length === 0) return '';
  const intro =
    'Each strategy was measured beside its alternatives (peers), in the same rounds. The intervals hold for all pairs of a family at once.';
  return [`## ${FAMILIES}`, intro, ...families.map((family) => section(family, analysis))].join('\n\n');
}

/** For every family, the needs in which a peer was shown to be better than its main contestant. */
export function peersAhead(analysis: Analysis): string {
  const families = besideOthers(analysis);
  if (families.length === 0) return '';
  const lines = families.flatMap(({ main, members, decision: { needs } }) =>
    members.flatMap(({ id, title }) => {
      const [better, worse] = [shown(needs, id, main.id), shown(needs, main.id, id)];
      if (better.length === 0) return [];
      const but = worse.length > 0 ? `, and worse in ${worse.join('; ')}` : '';
      return [`- **${title}** is better than ${main.title} in ${better.join('; ')}${but}.`];
    }),
  );
  return `**Alternatives**\n\n${
    lines.length > 0
      ? lines.join('\n')
      : '- No peer was shown to be better than its main contestant in any need.'
  }`;
}

/** Families with a decision. With only one main contestant there are none: the first screen is about its family. */
const besideOthers = ({ contestants, families }: Analysis): readonly DecidedFamily[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const decision = families[main.id];
    return decision ? [{ main, members, decision }] : [];
  });

/** The needs that count in which one was shown to be better than another, each with its ratio where there is one. */
const shown = (needs: readonly NeedResult[], one: string, other: string): string[] =>
  needs.filter(isCounted).flatMap(({ title, pairs }) => {
    const pair = pairs.flatMap((each) => seenFrom(one, each) ?? []).find((each) => each.other === other);
    if (pair?.relation !== 'better') return [];
    return [pair.ratio ? `${title} (${format.ratio(pair.ratio)})` : title];
  });

function section({ main, members, decision }: DecidedFamily, analysis: Analysis): string {
  const own = among(
    analysis,
    members.map(({ id }) => id),
  );
  const name = main.family ?? main.title;
  const isMeasured = decision.needs.length > 0;
  return [
    `**${name.charAt(0).toUpperCase()}${name.slice(1)}.** ${isMeasured ? `They were compared in ${comparedOf(decision)}.` : 'Nothing was measured.'}`,
    takeList(decision, own),
    needsTable(decision, own),
    `<details>\n<summary>What they are, and what they cannot do</summary>\n\n${members.map(description).join('\n')}\n\n</details>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function description({ title, summary, when, cannot = {} }: ContestantFacts): string {
  const exceptions = Object.entries(cannot).map(
    ([sentence, reason]) => `  - Cannot: ${sentence}: ${reason}.`,
  );
  return [`- **${title}**: ${summary}.${when ? ` ${when}` : ''}`, ...exceptions].join('\n');
}
