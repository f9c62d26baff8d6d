import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Table, tableLines } from '../src/tables/terminal.ts';

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const cell = fc.record({ text: fc.stringMatching(/^\d{1,4}(\.\d)?( [÷×]\d)?$/) });
const id = fc.stringMatching(/^[a-z][a-z-]{0,11}$/);

/** A table with as many cells in each row as it has strategies. */
const tables: fc.Arbitrary<Table> = fc.uniqueArray(id, { minLength: 1, maxLength: 9 }).chain((ids) =>
  fc.record({
    ids: fc.constant(ids),
    rows: fc.array(
      fc.record({
        nameIn: name.map((text) => () => text),
        cells: fc.array(cell, { minLength: ids.length, maxLength: ids.length }),
        n: fc.nat({ max: 40 }).map(String),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

describe('a table in a terminal', () => {
  it('is never wider than the terminal, and breaks neither a figure nor the name of a strategy', () =>
    fc.assert(
      fc.property(tables, fc.integer({ min: 40, max: 160 }), (table, columns) => {
        const lines = tableLines(table, columns, (_, text) => text);
        for (const line of lines) assert.ok(line.length <= columns, line);
        const words = lines.flatMap((line) => line.trim().split(/ +/));
        const expected = [...table.ids, ...table.rows.flatMap(({ cells }) => cells.map(({ text }) => text))];
        for (const text of expected.flatMap((one) => one.split(' '))) assert.ok(words.includes(text), text);
      }),
    ));

  it('has a line for each strategy below 60 columns', () =>
    fc.assert(
      fc.property(tables, fc.integer({ min: 40, max: 59 }), (table, columns) => {
        const lines = tableLines(table, columns, (_, text) => text);
        const cells = lines.filter((line) => line.startsWith('  '));
        assert.equal(cells.length, table.ids.length * table.rows.length);
      }),
    ));
});
