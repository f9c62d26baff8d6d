import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { memberManifest, packageManifest } from '../src/manifests.ts';
import { packages, readManifest } from '../src/packages.ts';

const member = (folder: string) =>
  JSON.parse(
    JSON.stringify(
      memberManifest(packages.find((member) => member.folder === folder) ?? assert.fail(folder)),
    ),
  );

it('a contestant in the published package starts built files', () => {
  const { command } = member('packages/queue').contestant;
  assert.deepEqual(command, ['node', 'src/main.js']);
});

describe('the published package', () => {
  it('names the repository that builds it, which npm needs for provenance', () => {
    const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'somebody/project' };
    const { repository } = packageManifest(env) as { repository: unknown };
    assert.deepEqual(repository, { type: 'git', url: 'git+https://github.com/somebody/project.git' });
  });

  it('installs exact versions, and no package of this workspace', () => {
    const { dependencies } = packageManifest({}) as { dependencies: Record<string, string> };
    assert.ok(Object.keys(dependencies).length > 20);
    for (const [name, version] of Object.entries(dependencies))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
  });
});

describe('the oldest Node.js that runs the project', () => {
  type Versions = {
    readonly engines?: { readonly node: string };
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  it('is the one that the published package and each package with engines names', () => {
    const named = [packageManifest({}), ...packages.map(({ manifest }) => manifest)] as Versions[];
    const engines = named.flatMap(({ engines }) => (engines ? [engines.node] : []));
    assert.ok(engines.length > 5);
    assert.deepEqual([...new Set(engines)], [`>=${OLDEST_NODE}`]);
  });

  it('is the one whose types check all sources, so that none uses what it lacks', () => {
    const { devDependencies = {} } = readManifest('.') as Versions;
    const line = OLDEST_NODE.split('.').slice(0, 2).join('.');
    assert.ok(devDependencies['@types/node']?.startsWith(`${line}.`), devDependencies['@types/node']);
  });
});
