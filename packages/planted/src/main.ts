import { choice, createKernel, inTurns, prepare, serve } from '@cpu-bound/service';
import { clock } from './clock.ts';
import { answerTwice, faultsOutsideTheFunction, misreporting } from './dishonest.ts';
import { plantNames, plants } from './plants.ts';

const setting = await prepare({ tuning: { PLANT: choice(...plantNames, ...faultsOutsideTheFunction) } });
const { workload, log, config } = setting;
const { PLANT } = config;
if (PLANT === 'twice') answerTwice();
// The fault lies below the kernel, which times it: the contestant reports it as its own time to compute.
const plant = PLANT === 'twice' || PLANT === 'misreport' ? plants.plain : plants[PLANT];
const kernel = createKernel({ ...workload, run: plant(workload.run.bind(workload), clock) }, log);
await serve(setting, { compute: inTurns(PLANT === 'misreport' ? misreporting(kernel) : kernel) });
