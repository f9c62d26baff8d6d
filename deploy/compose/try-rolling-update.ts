import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { failuresIn, load, PRIMES } from '../load.ts';

/**
 * Replaces the replicas of each service for a minute, under load, and counts the answers. Exits with 1 if a request
 * failed. The containers of replicas.yml have to run.
 *
 *   node deploy/compose/try-rolling-update.ts [service…]
 */
const ports: Readonly<Record<string, number>> = {
  single: 3001,
  cluster: 3002,
  threads: 3003,
  queue: 3004,
  'queue-worker': 3004,
};
const LEAST_MS = 60_000;
const BEFORE_AND_AFTER_MS = 3_000;

const run = promisify(execFile);
const update = (service: string) =>
  run(process.execPath, [join(import.meta.dirname, 'rolling-update.ts'), service]);

async function updateForAWhile(service: string): Promise<number> {
  let updates = 0;
  await sleep(BEFORE_AND_AFTER_MS);
  for (const start = performance.now(); performance.now() - start < LEAST_MS; updates++)
    await update(service);
  await sleep(BEFORE_AND_AFTER_MS);
  return updates;
}

const services = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ports);
for (const service of services) {
  const port = ports[service];
  if (port === undefined) throw new Error(`${service}: unknown; accepted: ${Object.keys(ports).join(', ')}`);
  const updating = updateForAWhile(service);
  const [tally, updates] = await Promise.all([load(`http://127.0.0.1:${port}`, PRIMES, updating), updating]);
  const { failed, summary } = failuresIn(tally);
  console.log(`${service}: ${updates} updates, ${summary}`);
  if (failed > 0) process.exitCode = 1;
}
