import { exitAtSignals } from './service/run/stop.js';

exitAtSignals();
await import('./primary.js'); // a signal to stop may come during its imports
