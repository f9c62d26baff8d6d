import { rm } from 'node:fs/promises';
import { STRATEGIES, scaffold } from '../src/scaffold.ts';
import { exampleOf } from './example.ts';

// Writes examples/services as the command does.
for (const strategy of STRATEGIES) {
  const options = exampleOf(strategy);
  await rm(options.out, { recursive: true, force: true });
  await scaffold(options);
}
