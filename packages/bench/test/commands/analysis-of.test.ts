import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { layout } from '@cpu-bound/study/results/store';
import { analysisOf } from '../../src/commands/analysis.ts';
import { runFolder } from '../../src/program/context.ts';
import { nowhere } from '../fixtures/nowhere.ts';
import { temporaryFolder } from '../temporary.ts';

describe('a folder with an analysis and no trials', () => {
  const folder = temporaryFolder('analysis-');
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
      /analysis\.json: another version of the bench wrote it \(schema version 6; this one reads version 7 or 8 or 9\)\. Analyse its run again with “npx -y pnpm@12 bench report FOLDER”/,
    ));

  it('is decided anew if it has version 7, whose cells were texts', async () => {
    const cells = { single: '177 (162–190)' };
    const needs = sound.decision.needs.map((need) => ({ ...need, measured: { cells } }));
    const older = { ...sound, schemaVersion: 7, decision: { ...sound.decision, needs } };
    await writeFile(join(folder, layout.analysis), JSON.stringify(older));
    const { schemaVersion, decision } = await analysisOf(folder);
    assert.equal(schemaVersion, 9);
    const stored = (value: unknown) => JSON.parse(JSON.stringify(value));
    assert.deepEqual(stored(decision), stored(sound.decision));
  });

  it('is that of the published report if no run is named and none was measured', async () => {
    const published = join(folder, 'report');
    await mkdir(published);
    await assert.rejects(runFolder(undefined, { ...nowhere, root: folder }), /there is no run yet/);
    await writeFile(join(published, layout.analysis), JSON.stringify(sound));
    assert.equal(await runFolder(undefined, { ...nowhere, root: folder }), published);
  });

  it('is refused by its name if its analysis is no JSON', async () =>
    assert.match(await refusal('no'), /analysis\.json: is not JSON; restore the file, or remove the folder/));
});
