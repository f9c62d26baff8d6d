import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { layout } from '@cpu-bound/study/results/store';
import { analysisOf } from '../../src/commands/report.ts';

describe('a folder with an analysis alone', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'analysis-'));
  });
  after(() => rm(folder, { recursive: true }));
  const refusal = async (text: string) => {
    await writeFile(join(folder, layout.analysis), text);
    return analysisOf(folder).then(
      () => assert.fail('it was read'),
      (error: Error) => error.message,
    );
  };

  it('that another version wrote is refused: its figures would be others under the same names', async () =>
    assert.match(
      await refusal('{ "schemaVersion": 2 }'),
      /analysis\.json: has schema version 2; this bench reads version 4: let bench report analyse the folder of its run again/,
    ));

  it('that is no JSON is refused, naming the file', async () =>
    assert.match(await refusal('no'), /analysis\.json: is not JSON/));
});
