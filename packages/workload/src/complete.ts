import { bodyTypeOf, type Workload, type WorkloadModule } from './contract.ts';
import { sameAsFirst } from './first-answers.ts';

/** Fills in the fields that the module left out, as far as they are known before the first run. */
export function complete(module: WorkloadModule): Workload {
  const { verify = sameAsFirst(), scale, headline, sizes } = module;
  const smallest = scale && { [scale.parameter]: String(scale.from) };
  const query = headline ?? sizes?.[Math.floor((sizes.length - 1) / 2)]?.query ?? smallest ?? {};
  // The bench finds the sizes of a scale on its machine.
  return {
    ...module,
    ...(module.bodyFor && { bodyType: bodyTypeOf(module) }),
    verify,
    headline: query,
    sizes: sizes ?? (scale ? [] : [{ label: 'headline', query }]),
  };
}
