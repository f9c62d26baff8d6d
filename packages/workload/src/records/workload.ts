import type { Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';

type RecordsInput = { readonly records: number };
type RecordsOutput = {
  readonly records: number;
  readonly totals: readonly number[];
  readonly largest: number;
};
type Row = { readonly id: number; readonly team: number; readonly amount: number; readonly name: string };

const MAX_RECORDS = 1_000_000;
const TEAMS = 7;

const amountOf = (id: number) => (id * 37) % 1000;

/**
 * Parses text, computes with objects, and writes text, as most endpoints do. It reads records from JSON, groups, sums
 * and sorts them, and writes each again. It allocates all the time, so that it shows the effect of garbage collection
 * on a strategy.
 */
function run({ records }: RecordsInput): RecordsOutput {
  const totals = new Map<number, number>();
  const named: { name: string; amount: number }[] = [];
  for (let id = 0; id < records; id++) {
    const text = JSON.stringify({ id, team: id % TEAMS, amount: amountOf(id), name: `customer ${id}` });
    const row: Row = JSON.parse(text);
    totals.set(row.team, (totals.get(row.team) ?? 0) + row.amount);
    named.push({ name: row.name.toUpperCase(), amount: row.amount });
  }
  named.sort((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1));
  return {
    records,
    totals: Array.from({ length: TEAMS }, (_, team) => totals.get(team) ?? 0),
    largest: named[0]?.amount ?? 0,
  };
}

/** Verifies by arithmetic over the ids, without an object or a text. */
function verify({ records }: RecordsInput, output: RecordsOutput): boolean {
  const totals = Array<number>(TEAMS).fill(0);
  let largest = 0;
  for (let id = 0; id < records; id++) {
    const amount = amountOf(id);
    totals[id % TEAMS] = (totals[id % TEAMS] ?? 0) + amount;
    if (amount > largest) largest = amount;
  }
  return (
    output.records === records &&
    output.largest === largest &&
    output.totals?.length === TEAMS &&
    totals.every((total, team) => total === output.totals[team])
  );
}

/** `GET /records?records=N` works on N records of text. */
const records: Workload<RecordsInput, RecordsOutput> = {
  name: 'records',
  summary: 'text to objects and back: allocates all the time',
  parse(query) {
    onlyKnown('records', query, ['records']);
    return { records: integer(query, 'records', 1, MAX_RECORDS) };
  },
  run,
  verify,
  headline: { records: '4000' },
  sizes: [
    { label: 'small', query: { records: '400' } },
    { label: 'headline', query: { records: '4000' } },
    { label: 'large', query: { records: '16000' } },
  ],
};

/** The export is a default one, so that another checkout can load this file by its path. */
export default records;
