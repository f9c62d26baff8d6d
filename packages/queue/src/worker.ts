import { exitAtSignals } from '@cpu-bound/service/run/stop';

exitAtSignals();
await import('./work.ts'); // a signal to stop may come during its imports
