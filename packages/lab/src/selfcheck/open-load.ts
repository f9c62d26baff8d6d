import type { OpenLoopSpec } from '@cpu-bound/measure/load/open/spec';

type Load = Pick<OpenLoopSpec, 'origin' | 'perSecond' | 'seconds' | 'seed'> & { readonly path?: string };

/** Specifies an open loop of one request with Poisson arrivals, on as many connections as it needs. */
export const openLoad = ({ path = '/', ...load }: Load): OpenLoopSpec => ({
  ...load,
  targets: [{ label: 'all', path, weight: 1 }],
  arrivals: 'poisson',
  leadInSeconds: 0.5,
  policy: 'random',
  connections: 128,
  mostConnections: 4_000,
  timeoutMs: 5_000,
});
