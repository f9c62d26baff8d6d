import { guard } from './guard.ts';

await guard(process.argv[2] ?? '', process.stdin);
