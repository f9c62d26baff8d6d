import { argv, stdin } from 'node:process';
import { finished } from 'node:stream/promises';
import { load } from '../load.ts';

/** Runs in the pod `load`: sends work to an origin until its standard input ends, and prints the outcomes. */
const [origin = '', work = ''] = argv.slice(2);
console.log(JSON.stringify(await load(origin, JSON.parse(work), finished(stdin.resume()))));
