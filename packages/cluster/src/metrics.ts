import cluster, { type Worker } from 'node:cluster';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

type Series = MetricObjectWithValues<MetricValue<string>>[];
/** A fork that was asked over HTTP asks the primary, which asks all forks, and answers with the sum. */
type Message =
  | { readonly metrics: 'sum?'; readonly id: number }
  | { readonly metrics: 'yours?'; readonly id: number }
  | { readonly metrics: 'mine'; readonly id: number; readonly series: Series }
  | { readonly metrics: 'sum'; readonly id: number; readonly text: string };

/** A fork that is busy with a long task is counted as it was when it answered last. */
const PATIENCE_MS = 1_000;

/** As they survive a message between processes. */
const seriesOf = (registry: Pick<Registry, 'getMetricsAsJSON'>) =>
  registry.getMetricsAsJSON() as unknown as Promise<Series>;

/**
 * The primary's side. What a fork has counted stays in the sum when it dies, as far as it was known by then: a
 * counter that falls reads as a restart of the whole service.
 */
export function answerMetrics(): void {
  const known = new Map<Worker, Series>();
  let ended: Promise<Series> = Promise.resolve([]);
  const answers = new Map<number, () => void>();
  let asked = 0;

  function ask(fork: Worker): Promise<void> {
    const id = asked++;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    answers.set(id, resolve);
    fork.send({ metrics: 'yours?', id } satisfies Message, () => {});
    return promise.finally(() => {
      clearTimeout(timer);
      answers.delete(id);
    });
  }
  async function sum(): Promise<string> {
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((fork) => (fork ? [ask(fork)] : [])));
    return AggregatorRegistry.aggregate([...known.values(), await ended]).metrics();
  }
  cluster.on('message', async (fork, message: Message) => {
    if (message.metrics === 'mine') {
      if (!fork.isDead()) known.set(fork, message.series);
      answers.get(message.id)?.();
    }
    if (message.metrics !== 'sum?') return;
    const text = await sum().catch((error: Error) => `# ${error.message}\n`);
    fork.send({ metrics: 'sum', id: message.id, text } satisfies Message, () => {});
  });
  cluster.on('exit', (fork) => {
    const last = known.get(fork);
    known.delete(fork);
    if (!last) return;
    const counted = last.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
    ended = ended.then((before) => seriesOf(AggregatorRegistry.aggregate([before, counted])));
  });
}

/** A fork's side: reports its counts to the primary, and serves the sum over HTTP. */
export function mergeMetrics(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  const say = (message: Message) => void process.send?.(message, undefined, {}, () => {});
  process.on('message', async (message: Message) => {
    if (message.metrics === 'yours?') {
      say({ metrics: 'mine', id: message.id, series: await seriesOf(registry) });
    }
    if (message.metrics !== 'sum') return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return () => {
    const id = asked++;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    say({ metrics: 'sum?', id });
    return promise;
  };
}
