import { fork } from 'node:child_process';
import { prepare, supervise } from '@cpu-bound/service';
import { tuning } from '../config.ts';
import { serveRecipe } from './api.ts';

const setting = await prepare({ tuning });
supervise(setting, {
  what: 'queue workers',
  count: setting.config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
await serveRecipe(setting);
