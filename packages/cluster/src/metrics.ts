import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

type Question = { readonly ask: 'metrics'; readonly id: number };
type Reply = { readonly metrics: string; readonly id: number };

/** The primary's side: adds up what all forks count, for the fork that was asked over HTTP. */
export function answerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', async (fork, { ask, id }: Partial<Question>) => {
    if (ask !== 'metrics' || id === undefined) return;
    const metrics = await aggregator.clusterMetrics().catch((error: Error) => `# ${error.message}\n`);
    if (fork.isConnected()) fork.send({ metrics, id } satisfies Reply);
  });
}

/** A fork's side: offers its own registry to the primary, and asks it for the sum. */
export function mergeMetrics(registry: Registry): () => Promise<string> {
  new AggregatorRegistry(); // listens to the primary's question
  AggregatorRegistry.setRegistries(registry);
  const waiting = new Map<number, (metrics: string) => void>();
  let asked = 0;
  process.on('message', ({ metrics, id }: Partial<Reply>) => {
    if (metrics === undefined || id === undefined) return;
    waiting.get(id)?.(metrics);
    waiting.delete(id);
  });
  return () => {
    const id = asked++;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    process.send?.({ ask: 'metrics', id } satisfies Question);
    return promise;
  };
}
