import { exitAtSignals } from './service/run/stop.js';

exitAtSignals();
await import('./work.js'); // a signal to stop may come during its imports
