import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import fc from 'fast-check';
import { assertConsistent } from './consistent.ts';
import { analyses } from './generated-decisions.ts';
import { storedNames, storedRun } from './stored-run.ts';

it('page, terminal, record, JSON and picture of a generated decision agree with it and with each other', () =>
  fc.assert(fc.property(analyses, assertConsistent), { numRuns: 60 }));

it('they agree for a run that shows everything', () => assertConsistent(sound));

for (const name of storedNames)
  it(`they agree for the stored run ${name}`, async () => assertConsistent(await storedRun(name)));
