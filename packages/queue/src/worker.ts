import { exitAtSignals } from '@cpu-bound/service/stop';

exitAtSignals();
await import('./work.ts'); // a signal to stop may come during its imports
