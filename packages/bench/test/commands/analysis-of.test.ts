import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { layout } from '@cpu-bound/study/results/store';
import { analysisOf } from '../../src/commands/report.ts';

describe('a folder with an analysis and no trials', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'analysis-'));
  });
  after(() => rm(folder, { recursive: true }));
  const refusal = async (text: string) => {
    await writeFile(join(folder, layout.analysis), text);
    return analysisOf(folder).then(
      () => assert.fail('the analysis was accepted'),
      (error: Error) => error.message,
    );
  };

  it('is refused if another version wrote it, because the same names would have other figures', async () =>
    assert.match(
      await refusal('{ "schemaVersion": 6 }'),
      /analysis\.json: another version of the bench wrote it \(schema version 6; this one reads version 7 or 8\)\. Analyse its run again with “pnpm bench report FOLDER”/,
    ));

  it('is refused by its name if its analysis is no JSON', async () =>
    assert.match(await refusal('no'), /analysis\.json: is not JSON; restore the file, or remove the folder/));
});
