import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { HttpProblem } from './service/index.js';

/** A fork that is asked over HTTP asks the primary, which has prom-client sum up the counts of all forks. */
type Question = { readonly metricsFor: number };
type Sum = { readonly metricsOf: number; readonly text: string | undefined };

/** The primary's side: sums up when a fork asks. */
export function answerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', async (fork, { metricsFor }: Partial<Question>) => {
    if (metricsFor === undefined) return;
    const text = await aggregator.clusterMetrics().catch(() => undefined); // a fork did not answer within 5 s
    fork.send({ metricsOf: metricsFor, text } satisfies Sum, () => {});
  });
}

/** A fork's side: gives its counts to the primary's aggregator, and serves the sum over HTTP. */
export function mergeMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry(); // its constructor listens for the question of the primary's
  const waiting = new Map<number, (text: string | undefined) => void>();
  let asked = 0;
  process.on('message', ({ metricsOf, text }: Partial<Sum>) => {
    if (metricsOf === undefined) return;
    waiting.get(metricsOf)?.(text);
    waiting.delete(metricsOf);
  });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const metricsFor = asked++;
    waiting.set(metricsFor, resolve);
    process.send?.({ metricsFor } satisfies Question, undefined, {}, () => {}); // no error where the primary is gone
    const text = await promise;
    if (text === undefined)
      throw new HttpProblem({ status: 503, detail: 'a fork did not report its counts' });
    return text;
  };
}
