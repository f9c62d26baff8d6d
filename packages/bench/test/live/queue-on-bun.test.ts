import { conformsOn } from './conforms-on.ts';

await conformsOn('queue', 'bun');
