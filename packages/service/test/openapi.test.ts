import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { primes, type Workload } from '@cpu-bound/workload';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '../src/http/openapi.ts';

type Operation = { parameters: Record<string, unknown>[]; responses: Record<string, unknown> };

const built = primes as unknown as Workload;
const { describe: _description, ...undescribed } = built;

/** Finds the GET operation of a workload's route. */
const operation = (workload: Workload): Operation =>
  Object(openApiDocument(workload)).paths[`/${workload.name}`].get;

describe('the OpenAPI document', () => {
  for (const [what, workload] of [
    ['of primes', built],
    ['of a workload without a description', undescribed],
  ] as const) {
    it(`${what} is valid OpenAPI 3.1`, async () => {
      const validator = new Validator();
      const { valid, errors } = await validator.validate({ ...openApiDocument(workload) });
      assert.ok(valid, JSON.stringify(errors, null, 2));
      assert.equal(validator.version, '3.1');
    });

    it(`${what} has a schema for every reference`, () => {
      const document = openApiDocument(workload);
      const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
      for (const [, path = ''] of references) {
        const target = path.split('/').reduce((at, key) => Object(at)[key], Object(document));
        assert.equal(typeof target, 'object', path);
      }
    });
  }

  it('describes each parameter as the workload does, with the headline as example', () => {
    const [upTo, list] = operation(built).parameters;
    assert.equal(upTo?.name, 'upTo');
    assert.equal(upTo?.required, true);
    assert.deepEqual(upTo?.schema, { type: 'integer', minimum: 1, maximum: 10_000_000 });
    assert.equal(String(upTo?.example), '200000');
    assert.equal(list?.required, false);
  });

  it('has the parameters of the headline if the workload describes none', () => {
    const [{ name, schema, example } = {}, ...others] = operation(undescribed).parameters;
    assert.deepEqual([name, schema, example, others], ['upTo', { type: 'string' }, '200000', []]);
  });
});
