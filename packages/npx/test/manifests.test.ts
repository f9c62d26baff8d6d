import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { innerManifest, outerManifest } from '../src/manifests.ts';
import { packages } from '../src/packages.ts';

const inner = (folder: string) =>
  JSON.parse(
    JSON.stringify(innerManifest(packages.find((one) => one.folder === folder) ?? assert.fail(folder))),
  );

describe('a contestant of the package', () => {
  it('starts built files', () => {
    const { command } = inner('packages/queue').contestant;
    assert.deepEqual(command, ['node', 'src/main.js']);
  });
});

describe('the package that is published', () => {
  it('names the repository that builds it, without which npm takes no provenance', () => {
    const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'somebody/project' };
    const { repository } = outerManifest(env) as { repository: unknown };
    assert.deepEqual(repository, { type: 'git', url: 'git+https://github.com/somebody/project.git' });
  });

  it('installs exact versions, nothing of this workspace, and nothing that builds a Redis', () => {
    const { dependencies } = outerManifest({}) as { dependencies: Record<string, string> };
    assert.ok(Object.keys(dependencies).length > 20);
    for (const [name, version] of Object.entries(dependencies))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(dependencies['redis-memory-server'], undefined);
  });
});
