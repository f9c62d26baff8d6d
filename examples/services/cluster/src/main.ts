import './service/run/early-stop.js';

await import('./serve.js'); // a signal to stop may come during its imports
