import cluster from 'node:cluster';
import { registry } from '@cpu-bound/service/http/metrics';
import { HttpProblem } from '@cpu-bound/service/http/problems';
import { AggregatorRegistry } from 'prom-client';

/**
 * A fork that serves /metrics asks the primary, whose prom-client sums up the counts of all forks. The reply has the number
 * of its request, and no text if a fork did not report.
 */
type SumRequest = { readonly metricsFor: number };
type SumReply = { readonly metricsOf: number; readonly text: string | undefined };

/** Answers the requests of forks, in the primary. */
export function answerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', async (fork, { metricsFor }: Partial<SumRequest>) => {
    if (metricsFor === undefined) return;
    const text = await aggregator.clusterMetrics().catch(() => undefined); // a fork did not report within 5 s
    fork.send({ metricsOf: metricsFor, text } satisfies SumReply, () => {});
  });
}

/** Reports a fork's counts to the primary's aggregator. @returns a function that reads the sum of all forks */
export function mergeMetrics(): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry(); // its constructor lets this fork answer the primary's aggregator
  const waiting = new Map<number, (text: string | undefined) => void>();
  let nextId = 0;
  process.on('message', ({ metricsOf, text }: Partial<SumReply>) => {
    if (metricsOf === undefined) return;
    waiting.get(metricsOf)?.(text);
    waiting.delete(metricsOf);
  });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const metricsFor = nextId++;
    waiting.set(metricsFor, resolve);
    process.send?.({ metricsFor } satisfies SumRequest, undefined, {}, () => {}); // no error if the primary is gone
    const text = await promise;
    if (text === undefined)
      throw new HttpProblem({ status: 503, detail: 'a fork did not report its counts' });
    return text;
  };
}
