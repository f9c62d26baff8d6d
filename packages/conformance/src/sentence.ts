import assert from 'node:assert/strict';
import { it as test } from 'node:test';

const cannot = new Map<string, string>();
const asked = new Set<string>();

/** Takes note of the sentences that a manifest says its contestant cannot keep, each with the reason. */
export function declareExceptions(declared: Readonly<Record<string, string>> = {}): void {
  for (const [sentence, reason] of Object.entries(declared)) cannot.set(sentence, reason);
}

/** How the reason begins where it depends on what comes first whether a sentence is kept. */
const NOT_ALWAYS = /^not always/;

/**
 * A sentence of the contract. One that is declared not to be kept must fail: else the manifest is out of date. One that
 * is declared not always to be kept may do either.
 */
export function it(sentence: string, check: () => Promise<unknown>): void {
  asked.add(sentence);
  const reason = cannot.get(sentence);
  const run = async () => void (await check());
  if (reason === undefined) test(sentence, run);
  else if (NOT_ALWAYS.test(reason)) test(sentence, { todo: reason }, run);
  else test(sentence, { expectFailure: reason } as object, run);
}

/** The last one: whether each exception is one from a sentence that was asked. */
export function knowsItsExceptions(): void {
  test('declares no exception from a sentence that is not asked', () => {
    assert.deepEqual(
      [...cannot.keys()].filter((sentence) => !asked.has(sentence)),
      [],
    );
  });
}
