import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { describe, it } from 'node:test';
import { allFiles, everyWay, KUBERNETES, listedFiles } from './manifests.ts';
import { problemsOf } from './schema.ts';
import { type Manifest, theOne } from './shapes.ts';

const ways = everyWay();
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

for (const [way, manifests] of ways) {
  describe(`the manifests, ${way}`, () => {
    for (const manifest of manifests) {
      it(`keep to the schema: ${nameOf(manifest)}`, () => assert.deepEqual(problemsOf(manifest), []));
    }
  });
}

describe('the check by schema', () => {
  const change = (from: string, to: string): string[] => {
    const text = JSON.stringify(theOne(ways.get('as written') ?? [], 'Deployment', 'single'));
    assert.ok(text.includes(from), `there is no ${from} to change`);
    return problemsOf(JSON.parse(text.replace(from, to)));
  };

  it('finds a field that is misspelt', () => {
    assert.match(
      change('"livenessProbe"', '"livenesProbe"').join(),
      /containers\/0\/livenesProbe is unknown/,
    );
  });
  it('finds a value of another type', () => {
    assert.match(
      change('"containerPort":3000', '"containerPort":"3000"').join(),
      /containerPort must be integer/,
    );
  });
  it('finds an invalid quantity', () => {
    assert.match(change('"memory":"512Mi"', '"memory":"512 MB"').join(), /limits\/memory must/);
  });
  it('finds a field that is missing', () => {
    assert.match(change('"selector"', '"selects"').join(), /must have required property selector/);
  });
});

describe('the kustomizations', () => {
  const listed = ['base', 'overlays/keda'].map((folder) => listedFiles(`${KUBERNETES}/${folder}`));

  it('list exactly the existing files', () => {
    const names = (paths: readonly string[]) => paths.map((path) => relative(KUBERNETES, path)).sort();
    assert.deepEqual(names([...new Set(listed.flat())]), names(allFiles()));
  });

  it('render the same objects as written', {
    skip: ways.size < 2 && 'neither kustomize nor kubectl is here',
  }, () => {
    const [written, rendered] = [...ways.values()].map((manifests) =>
      // A generated name ends in a hash.
      manifests.map((manifest) => nameOf(manifest).replace(/^(ConfigMap \w+)-\w+$/, '$1')).sort(),
    );
    assert.deepEqual(rendered, written);
  });
});
