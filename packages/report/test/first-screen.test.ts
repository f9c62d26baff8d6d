import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/study/test/decisions';
import { findingLines } from '../src/first-screen/terminal.ts';
import { assertGolden } from './golden.ts';
import { renderedPage } from './rendered.ts';

const firstScreenOf = (page: string) => page.slice(0, page.indexOf('**On this page:**'));

describe('the first screen', () => {
  for (const [name, analysis] of Object.entries(made)) {
    const file = name.replaceAll(' ', '-');

    it(`says, where ${name}, what to take each strategy for`, async () =>
      assertGolden(`first-screen/${file}.md`, firstScreenOf(await renderedPage(analysis))));

    it(`and the terminal says the same, where ${name}`, async () => {
      const page = firstScreenOf(await renderedPage(analysis)).replaceAll(/\*\*|`/g, '');
      const lines = findingLines(analysis);
      assert.ok(lines.length <= 12);
      for (const line of lines.filter((one) => !one.startsWith('not measured')))
        assert.ok(page.includes(line), line);
    });
  }
});
