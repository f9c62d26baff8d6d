import { conformsOn } from './conforms-on.ts';

await conformsOn('cluster', 'bun');
