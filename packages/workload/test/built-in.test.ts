import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { builtInWorkloads, isInvalidParameter, type JsonObject } from '../src/index.ts';

// payload takes bodies, and has tests of its own.
for (const workload of builtInWorkloads.filter(({ bodyFor }) => !bodyFor)) {
  describe(`the built-in workload ${workload.name}`, () => {
    const smallest = workload.parse(workload.sizes[0]?.query ?? {});

    it('accepts its own answers, through JSON as over HTTP', async () => {
      for (const { query } of workload.sizes.slice(0, 2)) {
        const input = workload.parse(query);
        const output: JsonObject = JSON.parse(JSON.stringify(await workload.run(input)));
        assert.ok(workload.verify(input, output), JSON.stringify(query));
      }
    });

    it('refuses an answer in which anything is changed', async () => {
      const output = JSON.parse(JSON.stringify(await workload.run(smallest)));
      for (const [field, value] of Object.entries(output)) {
        const changed = typeof value === 'number' ? value + 1 : [];
        const refused = () => !workload.verify(smallest, { ...output, [field]: changed });
        assert.ok(refused(), field);
      }
    });

    it('names a parameter that is missing, unknown or out of range, and what is accepted', () => {
      const [name = ''] = Object.keys(workload.headline);
      const wrong = [
        {},
        { [name]: '0' },
        { [name]: '-1' },
        { [name]: '1e3' },
        { ...workload.headline, other: '1' },
      ];
      for (const query of wrong) {
        assert.throws(
          () => workload.parse(query),
          (error) => isInvalidParameter(error) && error.accepted.length > 0,
        );
      }
    });

    it('parses only numbers', () => {
      const [name = ''] = Object.keys(workload.headline);
      fc.assert(
        fc.property(fc.string(), (text) => {
          try {
            const input = workload.parse({ [name]: text });
            assert.equal(String(input[name]), String(Number(text)));
          } catch (error) {
            assert.ok(isInvalidParameter(error));
          }
        }),
      );
    });
  });
}
