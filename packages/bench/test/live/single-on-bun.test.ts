import { conformsOn } from './conforms-on.ts';

await conformsOn('single', 'bun');
