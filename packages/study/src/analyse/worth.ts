import { allPairs } from '@cpu-bound/stats/compare-pairs';
import { blocksWorth, varianceComponents } from '@cpu-bound/stats/variance-components';
import { HEADLINE_CLOSED, type Run } from '../model.ts';
import { blocksByRound, throughput } from './measures.ts';
import { observationsOf } from './observations.ts';

/**
 * Computes how many blocks of the headline's closed loop a further round of a run is worth, by the scatter of the ratios
 * of pairs so far: of the pair that gains most. It reads no ratio itself, so it favours no contestant.
 *
 * @returns undefined if the scatter is not known yet
 */
export function worthBlocks(run: Run, most: number): number | undefined {
  const closed = observationsOf(run).filter(({ window }) => window.id === HEADLINE_CLOSED);
  const arms = run.manifest.contestants.map(({ id }) =>
    blocksByRound(
      closed.filter(({ subject }) => subject.name === id),
      throughput,
    ),
  );
  const worth = allPairs(arms).flatMap(([one, other]) => {
    const rounds = [...one].map(([round, blocks]) =>
      [...blocks].flatMap(([block, rate]) => {
        const beside = other.get(round)?.get(block);
        return beside === undefined ? [] : [Math.log(rate / beside)];
      }),
    );
    const components = varianceComponents(rounds);
    return components ? [blocksWorth(components, most)] : [];
  });
  return worth.length === 0 ? undefined : Math.max(...worth);
}
