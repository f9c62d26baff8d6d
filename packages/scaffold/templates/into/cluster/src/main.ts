import './service/run/early-stop.js';

await import('./primary.js'); // a signal to stop may come during its imports
