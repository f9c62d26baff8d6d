import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import fc from 'fast-check';
import { assertConsistent } from './consistent.ts';
import { analyses } from './generated-decisions.ts';
import { storedNames, storedRun } from './stored-run.ts';

it('page, terminal, record, JSON and picture of a generated decision agree with it and with each other', () =>
  fc.assert(fc.property(analyses, assertConsistent), { numRuns: 60 }));

it('they agree for a run that shows everything', () => assertConsistent(sound));

for (const name of storedNames)
  it(`they agree for the stored run ${name}`, async () => assertConsistent(await storedRun(name)));

for (const [name, analysis] of Object.entries(made))
  it(`they agree for a run in which ${name}`, () => assertConsistent(analysis));

it('they agree for the committed study', async () =>
  assertConsistent(
    JSON.parse(await readFile(join(import.meta.dirname, '../../../report/analysis.json'), 'utf8')),
  ));
