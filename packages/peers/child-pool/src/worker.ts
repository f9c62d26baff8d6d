import { endWithParent } from '@cpu-bound/service/end-with-parent';
import { computeHere } from '@cpu-bound/service/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { worker } from 'workerpool';

endWithParent();
const workload = await loadWorkload(process.env.WORKLOAD || 'primes');

worker({ compute: (input: DataObject) => computeHere(workload, input) });
