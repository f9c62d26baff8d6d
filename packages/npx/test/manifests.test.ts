import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberManifest, packageManifest } from '../src/manifests.ts';
import { packages } from '../src/packages.ts';

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
