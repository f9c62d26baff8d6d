import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { layout } from '@cpu-bound/study/results/store';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { publishCommand } from '../../src/commands/publish.ts';

it('bench publish refuses a run without verdicts, and writes nothing', async (t) => {
  const smoke = { ...sound, run: { ...sound.run, profile: 'smoke' } };
  const folder = temporaryFolder({ [layout.analysis]: JSON.stringify(smoke) }, t);
  await assert.rejects(
    publishCommand('.', { cwd: folder, root: folder, code: folder }),
    /^UsageError: \.: is of the profile smoke, which has no verdicts; accepted: a run of another profile$/,
  );
  assert.deepEqual(await readdir(folder), [layout.analysis]);
});
