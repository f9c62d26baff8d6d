import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../packages/service/src/run/config.ts';
import { GRACE_MS } from '../../packages/service/src/run/stop.ts';

type Service = {
  readonly environment?: Record<string, string>;
  readonly stop_grace_period?: string;
  readonly ports?: readonly string[];
};

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
// The tests ignore Compose's own tags, such as !reset.
const servicesOf = (path: string): Record<string, Service> =>
  parse(read(path), { merge: true, logLevel: 'silent' }).services;

const balancer = read('deploy/compose/haproxy.cfg');
const { balancer: front, ...replicated } = servicesOf('deploy/compose/replicas.yml');

/** Reads a time in the balancer's configuration, in milliseconds. */
function milliseconds(name: string): number {
  const [, amount, unit] = new RegExp(`\\b${name} (\\d+)(ms|s)\\b`).exec(balancer) ?? [];
  assert.ok(unit, `the balancer has no ${name}`);
  return Number(amount) * (unit === 's' ? 1000 : 1);
}

for (const [name, { environment = {}, stop_grace_period = '' }] of Object.entries(replicated)) {
  describe(`a replica of ${name}`, () => {
    const config = readConfig(environment);

    it('is not killed before it has drained, even if a task delays SIGTERM', () => {
      const longest = config.TASK_TIMEOUT_MS + config.DRAIN_DELAY_MS + config.DRAIN_TIMEOUT_MS + GRACE_MS;
      assert.match(stop_grace_period, /^\d+s$/);
      assert.ok(Number.parseInt(stop_grace_period, 10) * 1000 > longest);
    });
    it('drains for as long as a request may take, and the balancer waits for longer', () => {
      assert.ok(config.DRAIN_TIMEOUT_MS >= config.REQUEST_TIMEOUT_MS);
      assert.ok(milliseconds('timeout server') > config.REQUEST_TIMEOUT_MS);
    });
    it('serves for twice the time in which the balancer notices SIGTERM', () => {
      const checks = Number(/\bfall (\d+)/.exec(balancer)?.[1]);
      assert.ok(config.DRAIN_DELAY_MS >= 2 * checks * milliseconds('inter'));
    });
  });
}

describe('the balancer', () => {
  it('has a port for each service that answers HTTP, on this machine only', () => {
    const listens = [
      ...balancer.matchAll(/^listen (\w+)\n {2}bind :(\d+)\n {2}server-template .* (\w+):3000$/gm),
    ];
    assert.deepEqual(
      listens.map(([, name, , service]) => [name, service]),
      ['single', 'cluster', 'threads', 'queue'].map((name) => [name, name]),
    );
    const ports = [...balancer.matchAll(/bind :(\d+)/g)].map(([, port]) => `127.0.0.1:${port}:${port}`);
    assert.deepEqual(front?.ports, ports);
  });

  it('never retries a request that may have been computed', () => {
    assert.deepEqual(/^ *retry-on (.*)$/m.exec(balancer)?.[1], 'conn-failure');
  });
});

describe('replicas.yml', () => {
  it('has every service of docker-compose.yml that computes or answers', () => {
    const { redis, bench, ...services } = servicesOf('docker-compose.yml');
    assert.ok(redis && bench);
    assert.deepEqual(Object.keys(replicated).sort(), Object.keys(services).sort());
  });
});
