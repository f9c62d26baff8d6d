import { seededRandom } from '@cpu-bound/stats/random';

/** The input of a request; `weight` is the number of its arrivals relative to the other targets'. */
export type LoadTarget = {
  readonly label: string;
  readonly path: string;
  readonly weight: number;
  /** The method of the request (default: GET). */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
};

/**
 * Chooses the target of each arrival by a seeded stream of its own. The same seed gives the same choices, and the
 * arrival times do not depend on them.
 *
 * @returns an index into `targets` per arrival
 */
export function chooseTargets(targets: readonly LoadTarget[], arrivals: number, seed: string): Uint16Array {
  const random = seededRandom(`${seed}/targets`);
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  return Uint16Array.from({ length: arrivals }, () => {
    let rest = random.next() * total;
    const chosen = targets.findIndex(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    return chosen === -1 ? targets.length - 1 : chosen;
  });
}

/** Repeats the targets in their order. @returns an index into `targets` per arrival */
export const targetsInTurn = (targets: readonly LoadTarget[], arrivals: number): Uint16Array =>
  Uint16Array.from({ length: arrivals }, (_, arrival) => arrival % targets.length);
