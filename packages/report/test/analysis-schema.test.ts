import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { analysisSchema } from './analysis-schema.ts';
import { storedNames, storedRun } from './stored-run.ts';

/** A stored run as its analysis is written today. */
const written = async (name: string) => JSON.parse(JSON.stringify(await storedRun(name)));

const root = join(import.meta.dirname, '../../..');

describe('the schema of analysis.json', () => {
  for (const name of storedNames)
    it(`accepts the stored run ${name}`, async () => void analysisSchema.parse(await written(name)));

  it('accepts the committed study', async () =>
    void analysisSchema.parse(JSON.parse(await readFile(join(root, 'report/analysis.json'), 'utf8'))));

  it('refuses another version, and a standing that does not exist', async () => {
    const [name = assert.fail()] = storedNames;
    const stored = await written(name);
    assert.equal(analysisSchema.safeParse({ ...stored, schemaVersion: 8 }).success, false);
    const [need] = stored.decision.needs;
    need.standings = { single: { kind: 'leading' } };
    assert.equal(analysisSchema.safeParse(stored).success, false);
  });

  // `--test-update-snapshots` writes the file: read its diff before you commit it.
  it('is the JSON Schema in the documents', async ({ assert }) =>
    assert.fileSnapshot(
      `${JSON.stringify(z.toJSONSchema(analysisSchema, { reused: 'ref' }), null, 2)}\n`,
      join(root, 'docs/analysis.schema.json'),
      { serializers: [String] },
    ));
});
