import assert from 'node:assert/strict';
import { it } from 'node:test';
import { filesOf, filesOfFunction } from '../src/scaffold.ts';
import { exampleOf } from './example.ts';

it('a variable that a function was measured with is named in README and manifests of a service', async () => {
  const options = { ...exampleOf('queue'), variables: ['PRICE_SECRET'] };
  const files = await filesOf(options, await filesOfFunction(options.file));
  const textOf = (name: string) => String(files.get(name));
  assert.match(textOf('README.md'), /^\| `PRICE_SECRET` \| none \|/m);
  assert.match(textOf('README.md'), /secret generic queue-service-env/);
  assert.match(textOf('compose.yml'), /^ {2}PRICE_SECRET: \$\{PRICE_SECRET:\?/m);
  for (const folder of ['queue', 'queue-worker'])
    assert.match(
      textOf(`kubernetes/${folder}/deployment.yaml`),
      /^ +- secretRef: \{ name: queue-service-env \} # PRICE_SECRET$/m,
    );
});
