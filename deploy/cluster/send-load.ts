import { stdin } from 'node:process';
import { finished } from 'node:stream/promises';
import { load } from '../load.ts';

/** Runs in the pod `load`: sends requests to an origin until its standard input ends, and prints their outcomes. */
const [origin = ''] = process.argv.slice(2);
console.log(JSON.stringify(await load(origin, finished(stdin.resume()))));
