import './service/run/early-stop.js';

await import('./work.js'); // a signal to stop may come during its imports
