import { choice } from '@cpu-bound/service/run/config';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';
import { clock } from './clock.ts';
import { closeConnections, closings } from './connections.ts';
import {
  answerTwice,
  burnWhileIdle,
  faultsOutsideTheFunction,
  misreporting,
  renaming,
  storing,
} from './dishonest.ts';
import { plantNames, plants } from './plants.ts';

const setting = await prepare({
  tuning: { PLANT: choice(...plantNames, ...faultsOutsideTheFunction, ...closings) },
});
const { workload, config } = setting;
const { PLANT } = config;
if (PLANT === 'twice') answerTwice();
if (PLANT === 'burn') burnWhileIdle();
if (PLANT === 'closes' || PLANT === 'few') closeConnections(PLANT);
// Faults outside the function lie below or above the kernel, which times it.
const plant = plantNames.find((name) => name === PLANT) ?? 'plain';
const kernel = createKernel({ ...workload, run: plants[plant](workload.run.bind(workload), clock) });
const reports = { misreport: misreporting, rename: renaming } as const;
const compute = inTurns(PLANT === 'misreport' || PLANT === 'rename' ? reports[PLANT](kernel) : kernel);
await serve(setting, { compute: PLANT === 'store' ? storing(compute) : compute });
