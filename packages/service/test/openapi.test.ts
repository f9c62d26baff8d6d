import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { primes, type Workload } from '@cpu-bound/workload';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiOf } from '../src/http/openapi.ts';

type Operation = { parameters: Record<string, unknown>[]; responses: Record<string, unknown> };

const built = primes as unknown as Workload;
const { describe: _description, ...undescribed } = built;
/** A function of the JSON in a body, and one of arguments, as a scaffolded service has them. */
const ofBody = { ...undescribed, headline: {}, bodyType: 'application/json', needsBody: true } as const;
const args = { 'application/json': { schema: { type: 'array' } } };
const ofArguments = {
  ...undescribed,
  headline: {},
  describe: {
    summary: 'Calls it.',
    parameters: { args: { description: 'Its arguments.', required: false, content: args } },
    output: { type: 'object' },
  },
} as const;

/** Finds the GET operation of a workload's route. */
const operation = (workload: Workload): Operation =>
  Object(openApiOf(workload)).paths[`/${workload.name}`].get;

describe('the OpenAPI document', () => {
  for (const [what, workload] of [
    ['of primes', built],
    ['of a workload without a description', undescribed],
    ['of a workload that needs a body', ofBody],
    ['of a workload with a parameter of JSON', ofArguments],
  ] as const) {
    it(`${what} is valid OpenAPI 3.1`, async () => {
      const validator = new Validator();
      const { valid, errors } = await validator.validate({ ...openApiOf(workload, true) });
      assert.ok(valid, JSON.stringify(errors, null, 2));
      assert.equal(validator.version, '3.1');
    });

    it(`${what} has a schema for every reference`, () => {
      const document = openApiOf(workload, true);
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

  it('has POST alone, with a required body, if there is no input without one', () => {
    const { get, post } = Object(openApiOf(ofBody)).paths['/primes'];
    assert.equal(get, undefined);
    assert.equal(post.requestBody.required, true);
  });

  it('describes the answer to a function that throws', () => assert.ok('500' in operation(built).responses));

  it('has the parameters of the headline if the workload describes none', () => {
    const [{ name, schema, example } = {}, ...others] = operation(undescribed).parameters;
    assert.deepEqual([name, schema, example, others], ['upTo', { type: 'string' }, '200000', []]);
  });
});
