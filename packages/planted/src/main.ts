import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { choice } from '@cpu-bound/service/run/config';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';
import { clock } from './clock.ts';
import {
  answerTwice,
  burnWhileIdle,
  dieOnce,
  faultsOutsideTheFunction,
  misreporting,
  renaming,
  storing,
} from './dishonest.ts';
import { plantNames, plants } from './plants.ts';

/** What HTTP and Node.js offer to a server: no fault, although a client has to connect again, or to skip a response. */
export const freedoms = ['closes', 'few', 'hints'] as const;

const REQUESTS_OF_A_CONNECTION = 10;

/** Closes each connection after its answer, or after some answers, or sends an interim response before each answer. */
export function useFreedom(how: (typeof freedoms)[number]): void {
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as { readonly response: ServerResponse; readonly server: Server };
    if (how === 'closes') response.setHeader('Connection', 'close');
    else if (how === 'hints') response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    else server.maxRequestsPerSocket = REQUESTS_OF_A_CONNECTION;
  });
}

const setting = await prepare({
  tuning: { PLANT: choice(...plantNames, ...faultsOutsideTheFunction, ...freedoms) },
});
const { workload, config } = setting;
const { PLANT } = config;
if (PLANT === 'twice') answerTwice();
if (PLANT === 'burn') burnWhileIdle();
if (PLANT === 'dies') dieOnce();
const freedom = freedoms.find((name) => name === PLANT);
if (freedom) useFreedom(freedom);
// Faults outside the function lie below or above the kernel, which times it.
const plant = plantNames.find((name) => name === PLANT) ?? 'plain';
const kernel = createKernel({ ...workload, run: plants[plant](workload.run.bind(workload), clock) });
const reports = { misreport: misreporting, rename: renaming } as const;
const compute = inTurns(PLANT === 'misreport' || PLANT === 'rename' ? reports[PLANT](kernel) : kernel);
await serve(setting, { compute: PLANT === 'store' ? storing(compute) : compute });
