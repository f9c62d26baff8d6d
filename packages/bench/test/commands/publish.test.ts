import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { layout } from '@cpu-bound/study/results/store';
import { publishCommand } from '../../src/commands/publish.ts';

it('bench publish refuses a run without verdicts, and writes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'publish-'));
  t.after(() => rm(folder, { recursive: true }));
  const smoke = { ...sound, run: { ...sound.run, profile: 'smoke' } };
  await writeFile(join(folder, layout.analysis), JSON.stringify(smoke));
  await assert.rejects(
    publishCommand('.', { cwd: folder, root: folder, code: folder }),
    /^UsageError: \.: is of the profile smoke, which has no verdicts; accepted: a run of another profile$/,
  );
  assert.deepEqual(await readdir(folder), [layout.analysis]);
});
