import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import { withoutComments } from './source-text.ts';

const packages = join(import.meta.dirname, '../..');
const SOURCES = '{stats,measure,study,report,lab,bench}/src/**/*.ts';

/** Every error class of the bench: its name, its base class, and its text. */
const classes = globSync(SOURCES, { cwd: packages }).flatMap((file) => {
  const text = withoutComments(readFileSync(join(packages, file), 'utf8'));
  const found = [...text.matchAll(/class (\w+) extends (\w+)[^{]*\{([\s\S]*?)\n\}/g)];
  return found.map(([, name = '', parent = '', body = '']) => ({ file, name, parent, body }));
});
const isError = (parent: string): boolean =>
  parent === 'Error' ||
  classes.some((errorClass) => errorClass.name === parent && isError(errorClass.parent));
const errorClasses = classes.filter(({ parent }) => isError(parent));
const extending = (parent: string) => errorClasses.filter((errorClass) => errorClass.parent === parent);

/** Errors that never end a command, because a caller catches them. */
const internal = [
  'ContestantFailure',
  'GeneratorLimit',
  'ImpossibleWindow',
  'Lacking',
  'NothingStarts',
  'SilentTask',
  'TaskEnded',
  'UnsoundWindow',
];

describe('the catalogue of errors', () => {
  it('has the exit codes on which scripts rely', () => {
    const exits = Object.fromEntries(Object.entries(CATALOGUE).map(([code, { exit }]) => [code, exit]));
    assert.deepEqual(exits, {
      USAGE: 1,
      MANIFEST: 1,
      RESULTS: 1,
      NO_REDIS: 1,
      CONTESTANT: 2,
      REGRESSION: 3,
      OPEN: 4,
      SYSTEM: 5,
      INTERRUPTED: 130,
    });
  });

  it('has the code of every error that can end a command', () => {
    const benchErrors = extending('BenchError');
    assert.ok(benchErrors.length >= 5, 'the search finds the errors');
    for (const { name, body } of benchErrors) {
      const code = /super\(\s*'(\w+)'/.exec(body)?.[1] ?? assert.fail(`${name} has no code`);
      assert.ok(Object.hasOwn(CATALOGUE, code), `${name}: ${code}`);
      assert.match(body, new RegExp(`name = '${name}'`), 'an error is recognized by its name');
    }
  });

  it('has no unused code', () => {
    const all = globSync(SOURCES, { cwd: packages })
      .filter((file) => !file.endsWith('errors.ts'))
      .map((file) => readFileSync(join(packages, file), 'utf8'))
      .join('\n');
    for (const code of Object.keys(CATALOGUE))
      assert.match(all, new RegExp(`'${code}'|CATALOGUE\\.${code}\\b`), code);
  });

  it('lacks only the errors that never end a command', () => {
    const others = errorClasses.filter(
      ({ name, parent }) => parent !== 'BenchError' && name !== 'BenchError',
    );
    assert.deepEqual(others.map(({ name }) => name).toSorted(), internal);
  });
});
