import { choice, createKernel, inTurns, prepare, serve } from '@cpu-bound/service';
import { clock } from './clock.ts';
import { plantNames, plants } from './plants.ts';

const setting = await prepare({ tuning: { PLANT: choice(...plantNames) } });
const { workload, log, config } = setting;
// Below the kernel, which times it: the contestant reports its fault as its own time to compute.
const run = plants[config.PLANT](workload.run.bind(workload), clock);
await serve(setting, { compute: inTurns(createKernel({ ...workload, run }, log)) });
