import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Reads the stages of the Dockerfile, each with its base and its instructions. */
const stages = read('Dockerfile')
  .split(/^FROM /m)
  .slice(1)
  .map((stage) => {
    const [, from = '', name = '', body = ''] = /^(\S+) AS (\S+)\n(.*)$/s.exec(stage) ?? [];
    return { from, name, body };
  });

function entrypointOf(name: string): string[] {
  const stage = stages.find((one) => one.name === name);
  if (!stage) return [];
  const own = /^ENTRYPOINT (\[.*\])$/m.exec(stage.body)?.[1];
  return own ? JSON.parse(own) : entrypointOf(stage.from);
}

describe('the first process of a container', () => {
  it('passes signals on in every image', () => {
    for (const image of ['contestant', 'bench']) {
      assert.deepEqual(entrypointOf(image).slice(0, 3), ['tini', '-s', '--'], image);
    }
    assert.match(read('Dockerfile'), /install .*\btini\b/);
  });

  it('is Docker’s init in every service that we build', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true });
    for (const [name, service] of Object.entries<{ build?: object; init?: boolean }>(services)) {
      if (service.build) assert.equal(service.init, true, name);
    }
  });
});
