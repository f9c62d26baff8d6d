import { familiesOf } from '../model.ts';
import { type Contestant, isStartable } from './manifest.ts';

/**
 * Lists the contestants whose throughput sets the request rates of all: the main ones. Peers, variants, other kernels
 * and services elsewhere are measured at the same rates. They set rates only if no main contestant takes part.
 */
export function rateSetters(contestants: readonly Contestant[]): string[] {
  const { main } = familiesOf(contestants);
  const here = main.filter(isStartable).filter(({ kernel }) => kernel === undefined);
  return (here.length > 0 ? here : main).map(({ id }) => id);
}
