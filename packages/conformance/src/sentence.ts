import { type TestContext, it as test } from 'node:test';
import { contract, type SentenceId } from './contract.ts';

const cannot = new Map<string, string>();
const tested = new Set<SentenceId>();

/**
 * Records the sentences, by their ids, that a contestant cannot keep, each with the reason.
 *
 * @throws Error for an unknown id
 */
export function declareExceptions(declared: Readonly<Record<string, string>> = {}): void {
  for (const [id, reason] of Object.entries(declared)) {
    if (!Object.hasOwn(contract, id))
      throw new Error(
        `cannot: ${id} is no sentence of the contract; accepted: ${Object.keys(contract).join(', ')}`,
      );
    cannot.set(id, reason);
  }
}

/** A reason begins with this if the result depends on the order of events. */
const NOT_ALWAYS = /^not always/;

/**
 * Tests a sentence of the contract. A sentence that the manifest declares as an exception must fail, or the manifest is
 * out of date. A sentence that is “not always” kept is skipped.
 */
export function it(id: SentenceId, check: (t: TestContext) => Promise<unknown>): void {
  tested.add(id);
  const reason = cannot.get(id);
  const title = `${contract[id]} [${id}]`;
  const run = async (t: TestContext) => void (await check(t));
  if (reason === undefined) test(title, run);
  else if (NOT_ALWAYS.test(reason)) test(title, { skip: reason }, () => {});
  else test(title, { expectFailure: reason } as object, run);
}

/** Skips each sentence that had no test. The reason names what its test needs. */
export function skipOthers(needs: Readonly<Partial<Record<SentenceId, string>>>): void {
  for (const id of sentences)
    if (!tested.has(id)) test(`${contract[id]} [${id}]`, { skip: needs[id] ?? 'has no test here' }, () => {});
}

const sentences = Object.keys(contract) as readonly SentenceId[];
