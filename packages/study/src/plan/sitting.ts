import { seededRandom } from '@cpu-bound/stats/random';
import type { Config } from '../config/config.ts';
import type { Block, Subject, Trial, Window } from '../model/plan.ts';
import { HEADLINE_CLOSED } from '../model.ts';
import type { SittingWindow } from './windows.ts';

type SharedWindow = SittingWindow & { readonly questions: readonly string[] };

const twinOf = (baseline: string): Subject => ({
  name: `${baseline}-twin`,
  contestant: baseline,
  twin: true,
});

/** Merges windows of the same name into one, which belongs to all the questions that read it. */
export function shareWindows(
  windows: readonly (SittingWindow & { readonly question?: string })[],
): SharedWindow[] {
  const groups = [...Map.groupBy(windows, ({ window }) => window.id).values()];
  const measured = groups.filter((same) => same.some(({ onlyIfShared }) => !onlyIfShared));
  return measured.map((same) => {
    const window = Object.assign({}, ...same.map((wish) => wish.window)) as Window;
    const contestants = same.some((wish) => wish.contestants === undefined)
      ? undefined
      : [...new Set(same.flatMap((wish) => wish.contestants ?? []))];
    return {
      window,
      blocks: Math.max(...same.map(({ blocks = 1 }) => blocks)),
      contestants,
      variants: [...new Set(same.flatMap(({ variants = [] }) => variants))],
      questions: [...new Set(same.flatMap(({ question }) => (question === undefined ? [] : [question])))],
    };
  });
}

/** Returns one round's sitting: all of its windows in blocks, beginning with a closed loop of the headline. */
export function sittingOf(config: Config, round: number, shared: readonly SharedWindow[], id: string): Trial {
  const seed = `${config.seed}/${id}`;
  const all: Subject[] = [
    ...config.contestants.map(({ id }) => ({ name: id, contestant: id, twin: false })),
    twinOf(config.baseline),
  ];
  const namesOf = ({ contestants = all.map(({ name }) => name), variants = [] }: SharedWindow) => [
    ...contestants,
    ...variants,
  ];
  const named = shared.flatMap(namesOf);
  const variants = [...new Set(named)]
    .filter((name) => !all.some((subject) => subject.name === name))
    .map((name) => ({ name, contestant: name, twin: false }));
  const subjects = [...all, ...variants].filter(({ name }) => named.includes(name));
  const blocks = shared.flatMap((sharing) => {
    const { window, blocks = 1, questions } = sharing;
    const orders = blockOrders(namesOf(sharing), blocks, `${seed}/${window.id}`);
    return orders.map((order, index) => ({
      id: `${window.id}-${index + 1}`,
      window: { ...window, questions },
      order,
    }));
  });
  return {
    id,
    round,
    subjects,
    blocks: closedFirst(seededRandom(seed).shuffle(blocks)),
    importance: 0,
  };
}

/** Puts first the blocks that set the rates of the open loops. */
const closedFirst = (blocks: readonly Block[]): Block[] =>
  [true, false].flatMap((isClosed) =>
    blocks.filter(({ window }) => (window.id === HEADLINE_CLOSED) === isClosed),
  );

/**
 * Orders the subjects in each of a round's blocks: at random, and balanced over the blocks. Each block begins one
 * position further in a shuffled circle. Every second block has the opposite direction, so that no contestant always
 * follows the same one.
 */
export function blockOrders(subjects: readonly string[], blocks: number, seed: string): string[][] {
  const circle = seededRandom(seed).shuffle(subjects);
  return Array.from({ length: blocks }, (_, block) => {
    const step = block % 2 === 0 ? 1 : circle.length - 1;
    return circle.map((_, place) => circle[(block + place * step) % circle.length] ?? '');
  });
}
