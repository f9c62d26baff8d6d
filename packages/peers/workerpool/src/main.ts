import { exitAtSignals } from '@cpu-bound/service/run/stop';

exitAtSignals();
await import('./serve.ts'); // a signal to stop may come during its imports
