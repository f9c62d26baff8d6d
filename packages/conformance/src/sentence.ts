import { it as test } from 'node:test';
import { contract, type SentenceId } from './contract.ts';

const cannot = new Map<string, string>();
const tested = new Set<SentenceId>();

/**
 * Takes note of the sentences, by their ids, that a manifest says its contestant cannot keep, each with the reason.
 *
 * @throws Error for an id that is no sentence's
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

/** How the reason begins where it depends on what comes first whether a sentence is kept. */
const NOT_ALWAYS = /^not always/;

/**
 * A sentence of the contract. One that is declared not to be kept must fail: else the manifest is out of date. One that
 * is declared not always to be kept could do either: it is skipped.
 */
export function it(id: SentenceId, check: () => Promise<unknown>): void {
  tested.add(id);
  const reason = cannot.get(id);
  const title = `${contract[id]} [${id}]`;
  const run = async () => void (await check());
  if (reason === undefined) test(title, run);
  else if (NOT_ALWAYS.test(reason)) test(title, { skip: reason }, () => {});
  else test(title, { expectFailure: reason } as object, run);
}

/** The sentences that no test above was of: each is skipped, and the reason says what a test of it needs. */
export function skipOthers(needs: Readonly<Partial<Record<SentenceId, string>>>): void {
  for (const id of sentences)
    if (!tested.has(id)) test(`${contract[id]} [${id}]`, { skip: needs[id] ?? 'has no test here' }, () => {});
}

const sentences = Object.keys(contract) as readonly SentenceId[];
