import { conformsOn } from './conforms-on.ts';

await conformsOn('threads', 'deno');
