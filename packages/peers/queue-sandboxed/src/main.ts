import { exitAtSignals } from '@cpu-bound/service/stop';

exitAtSignals();
await import('./serve.ts'); // a signal to stop may come during its imports
